import type { PermissionMode } from '../../core/gate/permission-mode.ts';
import type { NextSession } from '../../core/ports/earlier-sessions.ts';
import type { UnsentDraft } from '../../core/ports/prompt-parts.ts';
import type { ElicitationEffect } from '../form/form-keys.ts';
import type { ElicitationState } from '../form/form-state.ts';
import type { Transition } from '../keys/transition.ts';
import type { Loads } from '../panel/panel-feed.ts';
import type { PanelEffect } from '../panel/panel-page.ts';
import type { PanelState } from '../panel/panel-state.ts';
import {
  createPrompt,
  type PromptContext,
  type PromptEffect,
  type PromptState,
} from '../prompt/prompt-state.ts';
import type { PermissionEffect, PermissionState } from '../question/permission-state.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';

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

/** What is to be done to the world after a step. */
export type Effect =
  /** `told` says what it answers in the open panel. */
  | { type: 'command'; line: string; told?: true }
  | { type: 'set-mode'; mode: PermissionMode }
  /** Shows the whole of what is folded in the transcript. */
  | { type: 'show-output' }
  | { type: 'redraw' }
  | { type: 'suspend' }
  /** For good, or for another session. */
  | { type: 'leave'; next?: NextSession }
  | Exclude<PermissionEffect | PanelEffect, DraftEffect>
  | ElicitationEffect
  /** What the prompt asks for; of two kinds other components ask for more. */
  | Exclude<PromptEffect, { type: 'command' | 'leave' }>;

/** What a component other than the prompt does to what is being written there. */
export type DraftEffect = Extract<
  PermissionEffect | PanelEffect,
  { type: 'edit-draft-behind' | 'type-behind' | 'replace-draft' }
>;

/** What a step may look at and never changes. */
export interface StepContext extends PromptContext {
  /** What the open panel had fetched. */
  loads: Loads;
}

/** One way of handling input; null when this one does not take it. */
export type UiHandler = (ui: UiState, event: InputEvent, context: StepContext) => UiStep | null;

export type UiStep = Transition<UiState, Effect>;
