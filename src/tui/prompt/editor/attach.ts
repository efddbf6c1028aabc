import type { ContentBlock } from '../../../core/content.ts';
import { type Attachment, attachmentsIn, chipCharacter, expandChips } from './chips.ts';
import { edit, type EditorState, selectionOf, splice } from './editor.ts';

/**
 * Puts something that goes along into the draft: in place of the last `insteadOf`, or at the cursor where that is not there
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

/** What is sent of a draft: its text, then what goes along. */
export function messageOf({ text, pastes }: EditorState): ContentBlock[] {
  const attached = attachmentsIn(text, pastes).map(({ block }) => block);
  return [{ type: 'text', text: expandChips(text, pastes, 'label') }, ...attached];
}
