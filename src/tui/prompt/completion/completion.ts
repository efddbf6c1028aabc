import type { CompletionQuery } from '../../../core/ports/mcp-offers.ts';
import type { SessionState } from '../../../core/state/session-state.ts';
import type { EditorState } from '../../editor/editor.ts';
import type { McpView } from './mcp-feed.ts';
import type { UiState } from '../../repl/ui-state.ts';
import {
  argumentCompletions,
  argumentQuery,
  commandCompletions,
  valueCompletions,
  valuesQuery,
} from './complete-command.ts';
import type { CommandInfo } from './command-info.ts';
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
  commands: readonly CommandInfo[];
  mcp: McpView;
  lookups: LookupView;
  session: Pick<SessionState, 'mcp'>;
}

/** What the draft may become, the likeliest first; empty when the list is closed. */
export function completionsOf(ui: UiState, sources: CompletionSources): readonly Completion[] {
  if (isClosed(ui)) return [];
  const { text, cursor } = ui.editor;
  const before = text.slice(0, cursor);
  if (typedPath(before) !== null) return pathCompletions(before, sources.lookups);
  return (
    commandCompletions(text, sources.commands) ??
    argumentCompletions(ui.editor, sources.mcp) ??
    valueCompletions(ui.editor, sources.lookups) ?? [
      ...mentionCompletions(before, sources),
      ...fileCompletions(before, sources.lookups),
    ]
  );
}

/** What a server has to be asked for the list. */
export function completionQuery(ui: UiState, sources: CompletionSources): CompletionQuery | null {
  if (isClosed(ui)) return null;
  const { text, cursor } = ui.editor;
  return argumentQuery(ui.editor, sources.mcp) ?? mentionQuery(text.slice(0, cursor), sources);
}

/** What has to be looked up for the list. */
export function completionLookup(ui: UiState): Lookup {
  if (isClosed(ui)) return { files: null, path: null, values: null };
  const before = ui.editor.text.slice(0, ui.editor.cursor);
  const path = typedPath(before)?.typed ?? null;
  const files = path === null ? (typedFile(before)?.typed ?? null) : null;
  return { files, path, values: valuesQuery(ui.editor) };
}

/** The completion that is chosen now. */
export function selectedCompletion(ui: UiState, sources: CompletionSources): Completion | undefined {
  const completions = completionsOf(ui, sources);
  return completions[Math.min(ui.completion.selected, completions.length - 1)];
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
function isClosed({ completion, history }: UiState): boolean {
  return completion.dismissed || history.index !== null;
}
