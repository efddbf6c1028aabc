import type { CompletionQuery } from '../../../core/ports/mcp-offers.ts';
import type { SessionState } from '../../../core/state/session-state.ts';
import type { EditorState } from '../../editor/editor.ts';
import type { McpView } from './mcp-feed.ts';
import type { HistoryState } from '../history-state.ts';
import {
  argumentCompletions,
  argumentQuery,
  commandCompletions,
  valueCompletions,
  valuesQuery,
} from './complete-command.ts';
import type { AgentCommand } from '../../../core/state/events.ts';
import { fileCompletions, typedFile } from './complete-file.ts';
import type { Lookup, LookupView } from './lookups.ts';
import { mentionCompletions, mentionQuery } from './complete-mention.ts';
import { pathCompletions, typedPath } from './complete-path.ts';

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
export interface CompletionSources {
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

/** Of the prompt, what its completions depend on. */
interface CompletedPrompt {
  readonly editor: EditorState;
  readonly completion: CompletionState;
  readonly history: Pick<HistoryState, 'index'>;
}

/** What the draft may become, the likeliest first; empty when the list is closed. */
export function completionsOf(prompt: CompletedPrompt, sources: CompletionSources): readonly Completion[] {
  if (isClosed(prompt)) return [];
  const { text, cursor } = prompt.editor;
  const before = text.slice(0, cursor);
  if (typedPath(before) !== null) return pathCompletions(before, sources.lookups);
  return (
    commandCompletions(text, sources.commands) ??
    argumentCompletions(prompt.editor, sources.mcp) ??
    valueCompletions(prompt.editor, sources.lookups) ?? [
      ...mentionCompletions(before, sources),
      ...fileCompletions(before, sources.lookups),
    ]
  );
}

/** What a server has to be asked for the list. */
export function completionQuery(prompt: CompletedPrompt, sources: CompletionSources): CompletionQuery | null {
  if (isClosed(prompt)) return null;
  const { text, cursor } = prompt.editor;
  return argumentQuery(prompt.editor, sources.mcp) ?? mentionQuery(text.slice(0, cursor), sources);
}

/** What has to be looked up for the list. */
export function completionLookup(prompt: CompletedPrompt): Lookup {
  if (isClosed(prompt)) return { files: null, path: null, values: null };
  const before = prompt.editor.text.slice(0, prompt.editor.cursor);
  const path = typedPath(before)?.typed ?? null;
  const files = path === null ? (typedFile(before)?.typed ?? null) : null;
  return { files, path, values: valuesQuery(prompt.editor) };
}

/** The completion that is chosen now. */
export function selectedCompletion(
  prompt: CompletedPrompt,
  sources: CompletionSources,
): Completion | undefined {
  const completions = completionsOf(prompt, sources);
  return completions[Math.min(prompt.completion.selected, completions.length - 1)];
}

/** The draft with a completion in it, and where its cursor stands then. */
export function completeDraft(
  { text }: EditorState,
  completion: Completion,
): { text: string; cursor: number } {
  const { start, end, insert } = completion;
  return { text: text.slice(0, start) + insert + text.slice(end), cursor: start + insert.length };
}

/** A draft from the history is complete. */
function isClosed({ completion, history }: CompletedPrompt): boolean {
  return completion.dismissed || history.index !== null;
}
