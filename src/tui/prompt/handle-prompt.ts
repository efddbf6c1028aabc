import { handleDraft } from './handle-draft.ts';
import { handleQueue } from './handle-queue.ts';
import { handleSources } from './handle-sources.ts';
import { handleVim } from './handle-vim.ts';
import { handleSearch } from './history-search.ts';
import type { PromptHandler } from './prompt-state.ts';

/**
 * What an event does in the prompt: what is open there takes it first, the draft last. null for a key that is not the prompt's.
 * The first key that is not for a marked prompt takes the mark away.
 */
export const handlePrompt: PromptHandler = (prompt, event, context) => {
  const unmarked = { ...prompt, queueMark: null };
  return (
    handleSearch(prompt, event, context) ??
    handleQueue(prompt, event, context) ??
    handleVim(unmarked, event, context) ??
    handleSources(unmarked, event, context) ??
    handleDraft(unmarked, event, context)
  );
};
