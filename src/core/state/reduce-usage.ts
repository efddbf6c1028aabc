import type { Usage } from './events.ts';
import type { SessionState } from './session-state.ts';

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
