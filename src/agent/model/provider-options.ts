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

/** How long the model is to think, in the words of its provider. */
export function reasoningOptions({ kind, name }: Provider, effort: ReasoningEffort): ProviderOptions {
  switch (kind) {
    case 'openai':
      return effort === 'off' ? {} : { [name]: { reasoningEffort: effort } };
    case 'anthropic':
      return effort === 'off'
        ? {}
        : { anthropic: { thinking: { type: 'enabled', budgetTokens: BUDGETS[effort] } } };
    case 'google':
      return {
        google: {
          thinkingConfig:
            effort === 'off'
              ? { includeThoughts: true }
              : { includeThoughts: true, thinkingBudget: BUDGETS[effort] },
        },
      };
  }
}

/** How many tokens an answer may have beside its thoughts, which count as well where they have a budget. */
export function withThoughts(
  maxOutput: number | null,
  { kind }: Provider,
  effort: ReasoningEffort,
): number | null {
  return maxOutput === null || kind !== 'anthropic' || effort === 'off'
    ? maxOutput
    : maxOutput + BUDGETS[effort];
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
