import type { SessionClient } from '../client/session-client.ts';
import type { ModelInfo, ModelPrice, TokenUsage } from '../model/model.ts';

const MILLION = 1_000_000;

/** What a session has used. */
export interface UsageMeter {
  /** Tokens of the conversation as of the last answer; null where the model has not counted them. */
  readonly used: number | null;
  /** US dollars so far; null once a model without a known price has answered. */
  readonly cost: number | null;
  /** Counts an answer of the conversation itself, and tells the client. */
  count(usage: TokenUsage, model: ModelInfo): Promise<void>;
  /** Counts an answer whose conversation is another one: a sub-agent's, a summary. */
  countAside(usage: TokenUsage, model: ModelInfo): void;
  /** The conversation was made another: it has about so many tokens, which the client is told until the model counts. */
  estimate(tokens: number, model: ModelInfo): Promise<void>;
}

/** `cost` is what earlier turns cost. */
export function createUsageMeter(client: SessionClient, spent: number | null = 0): UsageMeter {
  let used: number | null = null;
  let cost = spent;
  const addCost = (usage: TokenUsage, { price }: ModelInfo): void => {
    cost = cost === null || price === null ? null : cost + costOf(usage, price);
  };
  const tell = async (tokens: number, { contextWindow }: ModelInfo): Promise<void> => {
    // The protocol has no way to say that a window's size is not known; then the share of it is not told.
    if (contextWindow === null) return;
    const spentSoFar = cost === null ? {} : { cost: { amount: cost, currency: 'USD' } };
    await client.update({ sessionUpdate: 'usage_update', used: tokens, size: contextWindow, ...spentSoFar });
  };
  return {
    get used() {
      return used;
    },
    get cost() {
      return cost;
    },
    async count(usage, model) {
      addCost(usage, model);
      const tokens = usage.input + usage.output;
      // Some servers count nothing.
      used = tokens === 0 ? null : tokens;
      if (used !== null) await tell(used, model);
    },
    async estimate(tokens, model) {
      used = null;
      await tell(tokens, model);
    },
    countAside: addCost,
  };
}

/** The meter of a conversation beside the one that the user sees: its own tokens, the other's cost. */
export function createAsideMeter(main: UsageMeter): UsageMeter {
  let used: number | null = null;
  return {
    get used() {
      return used;
    },
    get cost() {
      return main.cost;
    },
    async count(usage, model) {
      main.countAside(usage, model);
      used = usage.input + usage.output || null;
    },
    countAside: (usage, model) => main.countAside(usage, model),
    async estimate() {
      used = null;
    },
  };
}

/** US dollars. What is cached costs what it costs, or as much as other input where nothing else is known. */
export function costOf({ input, output, cacheRead, cacheWrite }: TokenUsage, prices: ModelPrice): number {
  const price = prices.long !== undefined && input > prices.long.above ? prices.long : prices;
  const plain = Math.max(0, input - cacheRead - cacheWrite);
  const { cacheRead: readPrice = price.input, cacheWrite: writePrice = price.input } = price;
  const sum = plain * price.input + cacheRead * readPrice + cacheWrite * writePrice + output * price.output;
  return sum / MILLION;
}
