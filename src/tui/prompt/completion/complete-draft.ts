import type { CompletionQuery } from '../../../core/ports/mcp-offers.ts';
import type { EditorState } from '../../editor/editor.ts';
import type { HistoryState } from '../history-state.ts';
import {
  argumentCompletions,
  argumentQuery,
  commandCompletions,
  valueCompletions,
  valuesQuery,
} from './complete-command.ts';
import { mentionCompletions, mentionQuery } from './complete-mention.ts';
import { fileCompletions, pathCompletions, typedFile, typedPath } from './complete-path.ts';
import type { Completion, CompletionContext, CompletionState } from './completion.ts';
import type { Lookup } from './lookups.ts';

/** Of the prompt, what its completions depend on. */
interface CompletedPrompt {
  readonly editor: EditorState;
  readonly completion: CompletionState;
  readonly history: Pick<HistoryState, 'index'>;
}

/** What the draft may become, the likeliest first; empty when the list is closed. */
export function completionsOf(prompt: CompletedPrompt, sources: CompletionContext): readonly Completion[] {
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
export function completionQuery(prompt: CompletedPrompt, sources: CompletionContext): CompletionQuery | null {
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
  sources: CompletionContext,
): Completion | undefined {
  const completions = completionsOf(prompt, sources);
  return completions[Math.min(prompt.completion.selected, completions.length - 1)];
}

/** A draft from the history is complete. */
function isClosed({ completion, history }: CompletedPrompt): boolean {
  return completion.dismissed || history.index !== null;
}
