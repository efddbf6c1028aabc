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
  /** Whether these are only those of the last of the turn's requests to the model. */
  isOfLastRequest: boolean;
  /** What the turn itself added to the cost, where that is told. */
  cost: NonNullable<Usage['cost']> | null;
  /** By how much the context grew, in tokens; less than none where it was compacted. */
  grown: number | null;
}

/** The turns of a session in their order. */
export function turnsOf(entries: Iterable<Entry>): Turn[] {
  const turns: Turn[] = [];
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
function difference(before: Usage, { used, cost }: Usage): Pick<Turn, 'cost' | 'grown'> {
  const earlier = before.cost?.currency === cost?.currency ? (before.cost?.amount ?? 0) : 0;
  const amount = (cost?.amount ?? 0) - earlier;
  return {
    cost: cost === undefined || amount <= 0 ? null : { amount, currency: cost.currency },
    grown: used === undefined ? null : used - (before.used ?? 0),
  };
}
