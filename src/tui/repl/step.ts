import type { ContentBlock } from '../../core/content.ts';
import type { PermissionMode } from '../../core/gate/permission-mode.ts';
import type { NextSession } from '../../core/ports/earlier-sessions.ts';
import type { ElicitationEffect } from '../form/form-keys.ts';
import type { PanelEffect } from '../panel/panel-page.ts';
import type { PermissionEffect } from '../question/permission-state.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import type { LookupView } from '../prompt/completion/lookups.ts';
import type { SourceEffect } from '../prompt/perform-source.ts';
import type { CommandInfo } from '../prompt/completion/command-info.ts';
import type { Loads } from '../panel/source.ts';
import type { McpView } from '../prompt/completion/mcp-feed.ts';
import type { UiState } from './ui-state.ts';

/** What is to be done to the world after a step. */
export type Effect =
  /** `steer` false: it is not to join the turn that runs. */
  | { type: 'prompt'; blocks: readonly ContentBlock[]; steer?: false }
  /** `told` says what it answers in the open panel. */
  | { type: 'command'; line: string; told?: true }
  | { type: 'remember'; text: string }
  | { type: 'cancel' }
  | { type: 'end-backend' }
  | { type: 'set-mode'; mode: PermissionMode }
  | { type: 'remove-queued'; promptId: string }
  /** Reads the prompts of other directories. */
  | { type: 'load-history' }
  /** Opens the draft in the user's own editor. */
  | { type: 'edit-draft'; text: string }
  /** Shows the whole of what is folded in the transcript. */
  | { type: 'show-output' }
  | { type: 'redraw' }
  | { type: 'suspend' }
  /** For good, or for another session. */
  | { type: 'leave'; next?: NextSession }
  | Exclude<PermissionEffect | PanelEffect, DraftEffect>
  | ElicitationEffect
  | SourceEffect;

/** What a component other than the prompt does to what is being written there. */
export type DraftEffect = Extract<
  PermissionEffect | PanelEffect,
  { type: 'edit-draft-behind' | 'type-behind' | 'replace-draft' }
>;

export interface Step {
  ui: UiState;
  effects: readonly Effect[];
}

/** What a step may look at and never changes. */
export interface StepContext {
  session: SessionState;
  /** simse's own, the agent's, and the prompts of MCP servers. */
  commands: readonly CommandInfo[];
  mcp: McpView;
  lookups: LookupView;
  /** What the open panel had fetched. */
  loads: Loads;
  keymap: Keymap;
  /** Of the terminal. */
  columns: number;
  rows: number;
  /** Epoch milliseconds. */
  now: number;
}

/** One way of handling input; null when this one does not take it. */
export type Handler = (ui: UiState, event: InputEvent, context: StepContext) => Step | null;

export function step(ui: UiState, ...effects: Effect[]): Step {
  return { ui, effects };
}
