import type { TurnTokens, Usage } from './events.ts';
import type { Entry } from './session-state.ts';

/** A turn that has ended. */
export interface Turn {
  prompt: string;
  durationMs: number;
  tools: number;
  /** As the agent told it at the turn's end. */
  usage: Usage;
  /** null where the agent does not tell. */
  tokens: TurnTokens | null;
  /** What the turn itself added to the cost, where that is told. */
  cost: NonNullable<Usage['cost']> | null;
  /** By how much the context grew, in tokens; less than none where it was compacted. */
  grown: number | null;
}

/** The turns of a session in their order. */
export function turnsOf(entries: readonly Entry[]): Turn[] {
  const turns: Turn[] = [];
  let prompt = '';
  let tools = 0;
  let before: Usage = {};
  for (const entry of entries) {
    if (entry.kind === 'prompt') prompt = entry.text;
    else if (entry.kind === 'tool') tools += 1;
    else if (entry.kind === 'turn_end') {
      const usage = entry.usage ?? {};
      const { durationMs, tokens = null } = entry;
      turns.push({ prompt, tools, durationMs, usage, tokens, ...difference(before, usage) });
      [tools, before] = [0, { ...before, ...usage }];
    }
  }
  return turns;
}

/** An agent that began anew, as another backend does, counts from nothing. */
function difference(before: Usage, { used, cost }: Usage): Pick<Turn, 'cost' | 'grown'> {
  const earlier = before.cost?.currency === cost?.currency ? (before.cost?.amount ?? 0) : 0;
  const amount = cost === undefined ? 0 : cost.amount < earlier ? cost.amount : cost.amount - earlier;
  return {
    cost: cost === undefined ? null : { amount, currency: cost.currency },
    grown: used === undefined ? null : used - (before.used ?? 0),
  };
}
