import { estimateTokens, tokensOf } from './message-size.ts';
import type { ModelTurn } from './model-turn.ts';

/** From this share of its window on, a conversation is compacted before the model is asked again. */
const FULL_SHARE = 0.8;

/** Whether the next question would nearly fill the model's window; never where nobody knows how large that is. */
export function isFull(turn: ModelTurn): boolean {
  const { contextWindow } = turn.model.info;
  return contextWindow !== null && questionTokens(turn) > contextWindow * FULL_SHARE;
}

/** What the model counted up to its last answer, and what has come since; all of it estimated where it counted nothing. */
function questionTokens({ usage, conversation: { messages }, system, tools }: ModelTurn): number {
  if (usage.used !== null) {
    const answered = messages.findLastIndex(({ role }) => role === 'assistant');
    return usage.used + estimateTokens(messages.slice(answered + 1));
  }
  const definitions = tools().map(({ name, description, inputSchema }) => ({
    name,
    description,
    inputSchema,
  }));
  return estimateTokens(messages) + tokensOf(system.length + JSON.stringify(definitions).length);
}
