import type { UnsentDraft } from '../../core/ports/prompt-parts.ts';
import type { ElicitationState } from '../form/form-state.ts';
import type { PanelState } from '../panel/panel-state.ts';
import { createPrompt, type PromptState } from '../prompt/prompt-state.ts';
import type { PermissionState } from '../question/permission-state.ts';

/** Everything on the screen that the user changes and the session does not know. */
export interface UiState {
  readonly prompt: PromptState;
  /** The permission dialog; null while no question is open. */
  readonly dialog: PermissionState | null;
  /** The request for information that is being answered; null while there is none. A permission question hides it. */
  readonly elicitation: ElicitationState | null;
  /** What is looked at and worked with in place of the draft; null while there is none. */
  readonly panel: PanelState | null;
  /** How many rows of the list of keys are out of sight above. */
  readonly keysScroll: number;
  readonly planFolded: boolean;
}

/** `history` is oldest first; `draft` is what was left unsent. */
export function createUiState(
  history: readonly string[],
  draft: UnsentDraft | null = null,
  hasVim = false,
): UiState {
  return {
    prompt: createPrompt(history, draft, hasVim),
    dialog: null,
    elicitation: null,
    panel: null,
    keysScroll: 0,
    planFolded: false,
  };
}
