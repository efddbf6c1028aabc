import type { UnsentDraft } from '../../core/ports/prompt-parts.ts';
import type { QueuedPrompt } from '../../core/state/events.ts';
import { packChips } from '../editor/chips.ts';
import { type EditorState, EMPTY_EDITOR } from '../editor/editor.ts';

/** Saves what is not sent yet whenever it has changed. */
export class DraftWatch {
  readonly #save: (draft: UnsentDraft | null) => void;
  #text: string;
  #queue: readonly QueuedPrompt[] = [];

  /** `kept` is the text of the draft that is kept already. */
  constructor(kept: string, save: (draft: UnsentDraft | null) => void) {
    this.#text = kept;
    this.#save = save;
  }

  note(editor: EditorState, queue: readonly QueuedPrompt[]): void {
    const isSameQueue = queue === this.#queue || queue.length + this.#queue.length === 0;
    if (editor.text === this.#text && isSameQueue) return;
    this.#text = editor.text;
    this.#queue = queue;
    const waiting = queue.map(({ text }) => text);
    this.#save(unsentDraft(editor, waiting));
  }
}

/** What would be lost if simse came to an end now: prompts that wait for their turn, then the draft; null for nothing. */
function unsentDraft(
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
