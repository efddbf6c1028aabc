import type { PanelState } from '../panel/panel-state.ts';
import type { PermissionState } from '../question/permission-state.ts';
import type { UnsentDraft } from '../../core/ports/prompt-parts.ts';
import { NEW_VIM, type VimState } from '../editor/vim/vim-state.ts';
import { restoreDraft } from '../prompt/unsent-draft.ts';
import { EMPTY_EDITOR, type EditorState } from '../editor/editor.ts';
import { createHistory, type HistoryState } from '../prompt/history-state.ts';
import type { ElicitationState } from '../form/form-state.ts';
import type { HistorySearch } from '../prompt/history-search.ts';

/** Everything on the screen that the user changes and the session does not know. */
export interface UiState {
  readonly editor: EditorState;
  readonly history: HistoryState;
  readonly completion: CompletionState;
  /** The draft is edited with the keys of vim; null while it is not. */
  readonly vim: VimState | null;
  /** The permission dialog; null while no question is open. */
  readonly dialog: PermissionState | null;
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
