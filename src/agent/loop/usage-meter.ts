import type { SessionClient } from '../client/session-client.ts';
import type { ModelInfo, ModelPrice, TokenUsage } from '../model/model.ts';

const MILLION = 1_000_000;

/** What a session has used. */
export interface UsageMeter {
  /** Tokens of the conversation as of the last answer; null before the first. */
  readonly used: number | null;
  /** US dollars so far; null once a model without a known price has answered. */
  readonly cost: number | null;
  /** Counts an answer of the conversation itself, and tells the client. */
  count(usage: TokenUsage, model: ModelInfo): Promise<void>;
  /** Counts an answer whose conversation is another one: a sub-agent's, a summary. */
  countAside(usage: TokenUsage, model: ModelInfo): void;
}

/** `cost` is what earlier turns cost. */
export function createUsageMeter(client: SessionClient, spent: number | null = 0): UsageMeter {
  let used: number | null = null;
  let cost = spent;
  const addCost = (usage: TokenUsage, { price }: ModelInfo): void => {
    cost = cost === null || price === null ? null : cost + costOf(usage, price);
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
      used = usage.input + usage.output;
      // The protocol has no way to say that a window's size is not known; then the share of it is not told.
      if (model.contextWindow === null) return;
      const spentSoFar = cost === null ? {} : { cost: { amount: cost, currency: 'USD' } };
      await client.update({
        sessionUpdate: 'usage_update',
        used,
        size: model.contextWindow,
        ...spentSoFar,
      });
    },
    countAside: addCost,
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
