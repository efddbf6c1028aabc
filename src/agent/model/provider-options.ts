import type { streamText } from 'ai';
import type { ReasoningEffort } from './model.ts';
import { handsCacheOn, type Provider } from './provider.ts';

export type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]['providerOptions']>;

/** What the library calls every provider that speaks as OpenAI does: their own names may have dots, which it cuts at. */
export const COMPATIBLE = 'compatible';

/** Tokens of thought, where a provider counts them. */
const BUDGETS: Readonly<Record<Exclude<ReasoningEffort, 'off'>, number>> = {
  low: 2048,
  medium: 8192,
  high: 24_576,
};

/** How a model is to think. */
interface Thinking {
  /** null for one that cannot. */
  effort: ReasoningEffort | null;
  /** Whether what it thought is to be told, where that is not done anyway. */
  wantsSummary: boolean;
}

/** How the model is to think, in the words of its provider. */
export function providerOptions(
  provider: Provider,
  model: string,
  { effort, wantsSummary }: Thinking,
): ProviderOptions {
  const { kind } = provider;
  const wanted = effort === null || effort === 'off' ? null : effort;
  switch (kind) {
    case 'openai':
      return {
        [COMPATIBLE]: {
          ...(wanted === null ? {} : { reasoningEffort: wanted }),
          ...(handsCacheOn(provider, model) ? { cache_control: { type: 'ephemeral' } } : {}),
        },
      };
    case 'openai-responses':
      // OpenAI keeps no conversation; what it thought comes back sealed, and goes with the next question.
      return {
        openai: {
          store: false,
          ...(effort === null ? {} : { forceReasoning: true }),
          ...(effort === null || !wantsSummary ? {} : { reasoningSummary: 'auto' }),
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
