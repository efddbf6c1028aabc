import type { streamText } from 'ai';
import type { Message, ReasoningEffort } from './model.ts';
import type { Provider } from './provider.ts';

export type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]['providerOptions']>;

/** Tokens of thought, where a provider counts them. */
const BUDGETS: Readonly<Record<Exclude<ReasoningEffort, 'off'>, number>> = {
  low: 2048,
  medium: 8192,
  high: 24_576,
};

/** How long the model is to think, in the words of its provider; `effort` is null for one that cannot. */
export function reasoningOptions(
  { kind, name }: Provider,
  model: string,
  effort: ReasoningEffort | null,
): ProviderOptions {
  const wanted = effort === null || effort === 'off' ? null : effort;
  switch (kind) {
    case 'openai':
      return wanted === null ? {} : { [name]: { reasoningEffort: wanted } };
    case 'openai-responses':
      // OpenAI keeps no conversation; what it thought comes back sealed, and goes with the next question.
      return {
        openai: {
          store: false,
          ...(effort === null ? {} : { forceReasoning: true }),
          ...(wanted === null ? {} : { reasoningEffort: wanted }),
        },
      };
    case 'anthropic':
      return wanted === null ? {} : { anthropic: anthropicThinking(model, wanted) };
    case 'google':
      return effort === null ? {} : { google: { thinkingConfig: googleThinking(model, wanted) } };
  }
}

type Wanted = Exclude<ReasoningEffort, 'off'>;

function anthropicThinking(model: string, effort: Wanted): ProviderOptions[string] {
  return thinksByItself(model)
    ? { thinking: { type: 'adaptive', display: 'summarized' }, effort }
    : { thinking: { type: 'enabled', budgetTokens: BUDGETS[effort] } };
}

/** Claude 4.6 and later decide how much to think, and refuse a budget; earlier ones need one. */
function thinksByItself(model: string): boolean {
  return /claude/.test(model) && !/claude-(3|[a-z]+-4(-[0-5])?(-\d{8})?$)/.test(model);
}

/** Gemini 3 and later know levels, and refuse a budget. */
function googleThinking(model: string, effort: Wanted | null): Record<string, string | number | boolean> {
  const shown = { includeThoughts: true };
  if (effort === null) return shown;
  const hasLevels = /gemini-(?![12][.-])/.test(model);
  return hasLevels ? { ...shown, thinkingLevel: effort } : { ...shown, thinkingBudget: BUDGETS[effort] };
}

/** How many tokens an answer may have beside its thoughts, which count as well where they have a budget. */
export function withThoughts(
  maxOutput: number | null,
  { kind }: Provider,
  model: string,
  effort: ReasoningEffort | null,
): number | null {
  if (maxOutput === null || kind !== 'anthropic' || effort === null || effort === 'off') return maxOutput;
  return thinksByItself(model) ? maxOutput : maxOutput + BUDGETS[effort];
}

const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' as const } } };

/**
 * The messages with what is to be kept marked for the one provider that has to be told: all up to the newest message, so that
 * the next question pays for what is new only.
 */
export function markForCache({ kind }: Provider, messages: readonly Message[]): Message[] {
  const last = messages.at(-1);
  if (kind !== 'anthropic' || last === undefined) return [...messages];
  return [...messages.slice(0, -1), { ...last, providerOptions: CACHED }];
}
