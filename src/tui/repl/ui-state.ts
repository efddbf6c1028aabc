import type { PanelState } from '../panel/panel-state.ts';
import type { OfferedAnswer } from '../../core/gate/question-answers.ts';
import type { UnsentDraft } from '../../core/ports/prompt-parts.ts';
import { NEW_VIM, type VimState } from '../editor/vim/vim-state.ts';
import { restoreDraft } from '../prompt/unsent-draft.ts';
import { EMPTY_EDITOR, type EditorState } from '../editor/editor.ts';
import { createHistory, type HistoryState } from '../prompt/history-state.ts';
import type { FormState } from '../form/form-state.ts';
import type { HistorySearch } from '../prompt/history-search.ts';

/** Everything on the screen that the user changes and the session does not know. */
export interface UiState {
  readonly editor: EditorState;
  readonly history: HistoryState;
  readonly completion: CompletionState;
  /** The draft is edited with the keys of vim; null while it is not. */
  readonly vim: VimState | null;
  /** The permission dialog; null while no question is open. */
  readonly dialog: DialogState | null;
  /** The request for information that is being answered; null while there is none. A permission question hides it. */
  readonly elicitation: ElicitationState | null;
  /** What is looked at and worked with in place of the draft; null while there is none. */
  readonly panel: PanelState | null;
  /** Earlier prompts are searched; null while they are not. */
  readonly search: HistorySearch | null;
  /** The id of the waiting prompt that is marked; null while none is. */
  readonly queueMark: string | null;
  readonly showsKeys: boolean;
  /** How many of their rows are out of sight above. */
  readonly keysScroll: number;
  readonly planFolded: boolean;
  /** A key that does more when it is pressed again in time. */
  readonly armed: ArmedKey | null;
}

export interface CompletionState {
  readonly selected: number;
  /** The user has gone to it with the arrows. */
  readonly chosen: boolean;
  /** Closed by the user, until the draft changes. */
  readonly dismissed: boolean;
}

export interface DialogState {
  readonly questionId: string;
  /** Among the answers that are offered. */
  readonly selected: number;
  /** Epoch milliseconds. A key before this may be somebody typing, and answers nothing. */
  readonly quietFrom: number;
  /** The question has been on the screen in silence, so that whoever presses a key can have read it. */
  readonly isSeen: boolean;
  /** The user went past the draft to the answers: it waits, and keeps no key from them. */
  readonly isDraftAside: boolean;
  /** An answer has been given, and the session has not closed the question yet. */
  readonly answered: boolean;
  /** How many rows of what would be done are out of sight above. */
  readonly scroll: number;
  /** What is typed into the dialog; null while the answers are chosen from. */
  readonly field: DialogField | null;
}

/** A rule in place of the one that an answer would make, or the reason of a rejection. */
export interface DialogField {
  readonly kind: 'rule' | 'reason';
  /** The answer that it goes with. */
  readonly answer: OfferedAnswer;
  readonly editor: EditorState;
}

export interface ElicitationState {
  readonly elicitationId: string;
  /** As it is filled in; without fields where a page is to be opened. */
  readonly form: FormState;
  /** How many rows of its message are out of sight above. */
  readonly scroll: number;
  /** Epoch milliseconds. A key before this was meant for the prompt. */
  readonly guardedUntil: number;
  readonly answered: boolean;
}

export interface ArmedKey {
  readonly key: 'escape' | 'interrupt';
  /** Epoch milliseconds. */
  readonly until: number;
}

export const CLOSED_COMPLETION: CompletionState = { selected: 0, chosen: false, dismissed: false };

/** `history` is oldest first; `draft` is what was left unsent. */
export function createUiState(
  history: readonly string[],
  draft: UnsentDraft | null = null,
  hasVim = false,
): UiState {
  return {
    vim: hasVim ? NEW_VIM : null,
    editor: draft === null ? EMPTY_EDITOR : restoreDraft(draft),
    history: createHistory(history),
    completion: CLOSED_COMPLETION,
    dialog: null,
    elicitation: null,
    panel: null,
    search: null,
    queueMark: null,
    showsKeys: false,
    keysScroll: 0,
    planFolded: false,
    armed: null,
  };
}
