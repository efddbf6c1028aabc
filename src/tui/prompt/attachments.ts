import { ATTACHED_URI, type ContentBlock } from '../../core/content.ts';
import { describeBytes, type PromptImage } from '../../core/ports/prompt-parts.ts';
import type { ShellResult } from '../../core/ports/session.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { mentionOf } from '../../core/text/file-mention.ts';
import { countOf } from '../../core/text/quantities.ts';
import { type Attachment, attachmentsIn, chipCharacter, expandChips, type Paste } from '../editor/chips.ts';
import { type EditorState, edit, selectionOf, splice } from '../editor/editor.ts';

/**
 * Puts something that attached into the draft: in place of the last `insteadOf`, or at the cursor where that is not there
 * any more. The cursor keeps its place in the text around it.
 */
export function attach(state: EditorState, attachment: Attachment, insteadOf: string): EditorState {
  const chip = chipCharacter(state.pastes.length);
  if (chip === null) return state;
  const added = { ...state, pastes: [...state.pastes, attachment] };
  const { cursor } = state;
  const start = insteadOf === '' ? -1 : state.text.lastIndexOf(insteadOf);
  if (start < 0) return splice(added, selectionOf(state) ?? { start: cursor, end: cursor }, chip);
  const end = start + insteadOf.length;
  const attached = splice(added, { start, end }, chip);
  const kept = cursor <= start ? cursor : attached.cursor + Math.max(0, cursor - end);
  return edit(attached, { type: 'place', cursor: kept });
}

/** What is sent of a draft: its text, then what attached. */
export function promptBlocks({ text, pastes }: EditorState): ContentBlock[] {
  const attached = attachmentsIn(text, pastes).map(({ block }) => block);
  return [{ type: 'text', text: expandChips(text, pastes, 'label') }, ...attached];
}

const MAX_NAME_CHARS = 40;

/** An image as it attached. `path` is where it is read from again when the prompt is sent once more; null for none. */
export function imageAttachment(
  image: PromptImage,
  path: string | null,
  pastes: readonly Paste[],
): Attachment {
  const label = `[image ${numberOf('image', pastes)}: ${nameOf(image.name)} ${describeBytes(image.bytes)}]`;
  const block = { type: 'image', mimeType: image.mimeType, data: image.data } as const;
  return { label, kept: path === null ? label : mentionOf(path), block };
}

/** What a command wrote, as it attached. */
export function outputAttachment(result: ShellResult, pastes: readonly Paste[]): Attachment {
  const number = numberOf('output', pastes);
  const output = result.output.trimEnd();
  const lines = output === '' ? 0 : output.split('\n').length;
  const label = `[output ${number}: ${nameOf(result.command)}, ${countOf(lines, 'line')}]`;
  const text = `$ ${result.command}\n${output}\n(${endOf(result)})`;
  const block = {
    type: 'resource',
    uri: `${ATTACHED_URI}output-${number}`,
    mimeType: 'text/plain',
    text,
  } as const;
  return { label, kept: label, block };
}

function endOf({ exitCode, signal }: ShellResult): string {
  return signal === null ? `exit code ${exitCode ?? 'unknown'}` : `ended by ${signal}`;
}

/** Labels tell apart what attached. */
function numberOf(kind: 'image' | 'output', pastes: readonly Paste[]): number {
  const alike = pastes.filter((paste) => typeof paste === 'object' && paste.label.startsWith(`[${kind} `));
  return alike.length + 1;
}

function nameOf(text: string): string {
  const name = cleanLine(text).replace(/[[\]]/g, '');
  return name.length <= MAX_NAME_CHARS ? name : `${name.slice(0, MAX_NAME_CHARS - 1)}…`;
}
