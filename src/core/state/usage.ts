import type { TurnTokens, Usage } from './events.ts';
import type { Entry, SessionState } from './session-state.ts';

/** A turn that has ended. */
export interface EndedTurn {
  prompt: string;
  durationMs: number;
  tools: number;
  /** As the agent told it at the turn's end. */
  usage: Usage;
  /** null where the agent does not tell. */
  tokens: TurnTokens | null;
  /** Whether these are only those of the last of the turn's requests to the model. */
  isOfLastRequest: boolean;
  /** What the turn itself added to the cost, where that is told. */
  cost: NonNullable<Usage['cost']> | null;
  /** By how much the context grew, in tokens; less than none where it was compacted. */
  grown: number | null;
}

/** The turns of a session in their order. */
export function turnsOf(entries: Iterable<Entry>): EndedTurn[] {
  const turns: EndedTurn[] = [];
  let prompt = '';
  let tools = 0;
  let before: Usage = {};
  for (const entry of entries) {
    if (entry.kind === 'prompt') prompt = entry.text;
    else if (entry.kind === 'tool') tools += entry.call.byUser === true ? 0 : 1;
    else if (entry.kind === 'turn_end') {
      const usage = entry.usage ?? {};
      const { durationMs, tokens = null } = entry;
      const isOfLastRequest = tools > 0 && tokens !== null && fillsContext(tokens, usage);
      turns.push({
        prompt,
        tools,
        durationMs,
        usage,
        tokens,
        isOfLastRequest,
        ...difference(before, usage),
      });
      [tools, before] = [0, { ...before, ...usage }];
    }
  }
  return turns;
}

/**
 * Whether what went in is just what is in the context now. In a turn with tools the model was asked more than once, and only
 * the last of these requests has that.
 */
function fillsContext({ input, cached = 0 }: TurnTokens, { used }: Usage): boolean {
  return input + cached === used;
}

/** What costs nothing, as with an agent that does not tell, has no cost to be named. */
function difference(before: Usage, { used, cost }: Usage): Pick<EndedTurn, 'cost' | 'grown'> {
  const earlier = before.cost?.currency === cost?.currency ? (before.cost?.amount ?? 0) : 0;
  const amount = (cost?.amount ?? 0) - earlier;
  return {
    cost: cost === undefined || amount <= 0 ? null : { amount, currency: cost.currency },
    grown: used === undefined ? null : used - (before.used ?? 0),
  };
}

/** What adding and taking away may leave of an amount. */
const ROUNDING = 1e-9;

type Counted = Pick<SessionState, 'usage' | 'spent'>;

/**
 * What an agent tells of its session, as that of the whole session here: agents tell the cost since their session began,
 * and one that tells less than before has begun anew.
 */
export function addUsage({ usage: before, spent }: Counted, { cost, ...context }: Usage): Counted {
  const usage = { ...before, ...context };
  if (cost === undefined) return { usage, spent };
  const { amount, currency } = cost;
  const known = before.cost?.currency === currency ? before.cost.amount : 0;
  const earlier = known === 0 ? 0 : known - spent > amount + ROUNDING ? known : spent;
  return { usage: { ...usage, cost: { amount: earlier + amount, currency } }, spent: earlier };
}

/** Another session of a backend begins: its context is its own, and what the earlier ones cost is spent. */
export function beginUsage({ usage: { cost } }: Counted): Counted {
  return cost === undefined ? { usage: {}, spent: 0 } : { usage: { cost }, spent: cost.amount };
}

/** A number of tokens: `950`, `2.8k`, `18k`, `1.2M`. */
export function formatTokens(count: number): string {
  if (count < 1000) return String(count);
  if (count < 9950) return `${(count / 1000).toFixed(1)}k`;
  return count < 999_500 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** How full the context is, and what the session has cost; empty where the agent tells neither. */
export function usageText({ usage: { used, size, cost } }: Pick<SessionState, 'usage'>): string {
  const share = used === undefined || !size ? '' : ` (${Math.round((used / size) * 100)}%)`;
  const of = size === undefined ? '' : ` of ${formatTokens(size)}`;
  const context = used === undefined ? '' : `${formatTokens(used)}${of} tokens${share}`;
  return [context, cost === undefined ? '' : costText(cost)].filter((text) => text !== '').join(' · ');
}

/** An amount of money, to the hundredth of a cent where it is less than a cent. */
export function costText({ amount, currency }: NonNullable<Usage['cost']>): string {
  const digits = amount !== 0 && Math.abs(amount) < 0.01 ? 4 : 2;
  return currency === 'USD' ? `$${amount.toFixed(digits)}` : `${amount.toFixed(digits)} ${currency}`;
}
