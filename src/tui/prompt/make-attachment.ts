import { cleanLine } from '../../core/text/clean-text.ts';
import { ATTACHED_URI } from '../../core/content.ts';
import { describeBytes, type PromptImage } from '../../core/ports/prompt-parts.ts';
import type { ShellResult } from '../../core/ports/session.ts';
import { mentionOf } from '../../core/text/file-mention.ts';
import type { Attachment, Paste } from './editor/chips.ts';

const MAX_NAME_CHARS = 40;

/** An image as it goes along. `path` is where it is read from again when the prompt is sent once more; null for none. */
export function imageAttachment(
  image: PromptImage,
  path: string | null,
  pastes: readonly Paste[],
): Attachment {
  const label = `[image ${numberOf('image', pastes)}: ${nameOf(image.name)} ${describeBytes(image.bytes)}]`;
  const block = { type: 'image', mimeType: image.mimeType, data: image.data } as const;
  return { label, kept: path === null ? label : mentionOf(path), block };
}

/** What a command wrote, as it goes along. */
export function outputAttachment(result: ShellResult, pastes: readonly Paste[]): Attachment {
  const number = numberOf('output', pastes);
  const output = result.output.trimEnd();
  const lines = output === '' ? 0 : output.split('\n').length;
  const label = `[output ${number}: ${nameOf(result.command)}, ${lines === 1 ? '1 line' : `${lines} lines`}]`;
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

/** Labels tell apart what goes along. */
function numberOf(kind: 'image' | 'output', pastes: readonly Paste[]): number {
  const alike = pastes.filter((paste) => typeof paste === 'object' && paste.label.startsWith(`[${kind} `));
  return alike.length + 1;
}

function nameOf(text: string): string {
  const name = cleanLine(text).replace(/[[\]]/g, '');
  return name.length <= MAX_NAME_CHARS ? name : `${name.slice(0, MAX_NAME_CHARS - 1)}…`;
}
