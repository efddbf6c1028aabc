import type { QueuedPrompt } from '../../core/state/events.ts';
import type { UnsentDraft } from '../../core/ports/prompt-parts.ts';
import type { EditorState } from './editor/editor.ts';
import { unsentDraft } from './editor/unsent.ts';

/** Hands what is not sent yet to whoever keeps it, whenever it has changed. */
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
