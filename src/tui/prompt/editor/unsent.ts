import type { UnsentDraft } from '../../../core/ports/prompt-parts.ts';
import { packChips } from './chips.ts';
import { EMPTY_EDITOR, type EditorState } from './editor.ts';

/** What would be lost if simse came to an end now: prompts that wait for their turn, then the draft; null for nothing. */
export function unsentDraft(
  { text, pastes }: Pick<EditorState, 'text' | 'pastes'>,
  waiting: readonly string[],
): UnsentDraft | null {
  const packed = packChips(text, pastes);
  const texts = [...waiting, packed.text].filter((part) => part.trim() !== '');
  return texts.length === 0 ? null : { text: texts.join('\n\n'), pastes: packed.pastes };
}

/** The editor with a draft that was kept, its cursor at the end. */
export function restoreDraft({ text, pastes }: UnsentDraft): EditorState {
  return { ...EMPTY_EDITOR, text, cursor: text.length, pastes };
}
