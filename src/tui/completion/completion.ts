import type { CompletionQuery } from '../../core/mcp-offers.ts';
import type { SessionState } from '../../core/session-state.ts';
import type { EditorState } from '../editor/editor.ts';
import type { McpView } from '../servers/mcp-view.ts';
import type { UiState } from '../update/ui-state.ts';
import { argumentCompletions, argumentQuery } from './argument-completions.ts';
import type { CommandInfo } from './command-info.ts';
import { commandCompletions } from './command-completions.ts';
import { mentionCompletions, mentionQuery } from './mention-completions.ts';

/** Something that the draft may become. */
export interface Completion {
  label: string;
  description: string;
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
  session: Pick<SessionState, 'mcp'>;
}

/** What the draft may become, the likeliest first; empty when the list is closed. */
export function completionsOf(ui: UiState, sources: CompletionSources): readonly Completion[] {
  if (isClosed(ui)) return [];
  const { text, cursor } = ui.editor;
  return (
    commandCompletions(text, sources.commands) ??
    argumentCompletions(ui.editor, sources.mcp) ??
    mentionCompletions(text.slice(0, cursor), sources)
  );
}

/** What a server has to be asked for the list. */
export function completionQuery(ui: UiState, sources: CompletionSources): CompletionQuery | null {
  if (isClosed(ui)) return null;
  const { text, cursor } = ui.editor;
  return argumentQuery(ui.editor, sources.mcp) ?? mentionQuery(text.slice(0, cursor), sources);
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
