import type { AgentCommand } from '../../../core/state/events.ts';
import type { SessionState } from '../../../core/state/session-state.ts';
import type { EditorState } from '../../editor/editor.ts';
import type { LookupView } from './lookups.ts';
import type { McpView } from './mcp-feed.ts';

/** Something that the draft may become. */
export interface Completion {
  label: string;
  description: string;
  /** Offsets of the label's characters that fit what is typed; the label's end tells most then. */
  positions?: readonly number[];
  /** What it puts in place of the draft between these UTF-16 offsets. */
  start: number;
  end: number;
  insert: string;
  /** What Enter does: `send` sends the draft as it becomes, `take` only completes, `leave` does so once it was chosen. */
  onEnter: 'send' | 'take' | 'leave';
}

/** What completions are made of. */
export interface CompletionContext {
  commands: readonly AgentCommand[];
  mcp: McpView;
  lookups: LookupView;
  session: Pick<SessionState, 'mcp'>;
}

/** The list of completions, and what the user has done to it. */
export interface CompletionState {
  readonly selected: number;
  /** The user has gone to it with the arrows. */
  readonly chosen: boolean;
  /** Closed by the user, until the draft changes. */
  readonly dismissed: boolean;
}

export const CLOSED_COMPLETION: CompletionState = { selected: 0, chosen: false, dismissed: false };

/** The draft with a completion in it, and where its cursor stands then. */
export function completeDraft(
  { text }: EditorState,
  completion: Completion,
): { text: string; cursor: number } {
  const { start, end, insert } = completion;
  return { text: text.slice(0, start) + insert + text.slice(end), cursor: start + insert.length };
}
