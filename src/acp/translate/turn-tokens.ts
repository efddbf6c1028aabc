import type { TurnTokens } from '../../core/state/events.ts';
import { defined, recordOf } from '../../core/json.ts';

/**
 * What a turn took, as the answer to its prompt tells it: in `usage`, or in the `_meta.quota` of agents that have no
 * `usage`. Undefined where they tell nothing, nonsense, or noughts, as for a turn that was cut short.
 *
 * The protocol does not say which counts have others in them, but the total tells: where it is input and output alone, the
 * input has what came from a cache; where it is the sum of all counts, the output lacks what was thought.
 */
export function readTokens({ usage, _meta }: Record<string, unknown>): TurnTokens | undefined {
  const told = recordOf(usage);
  const quota = recordOf(recordOf(recordOf(_meta)['quota'])['token_count']);
  const given = tokensIn(told['inputTokens'] ?? quota['input_tokens']);
  const said = tokensIn(told['outputTokens'] ?? quota['output_tokens']);
  if (given === undefined || said === undefined || given + said === 0) return undefined;
  const cached = tokensIn(told['cachedReadTokens']) ?? 0;
  const written = tokensIn(told['cachedWriteTokens']) ?? 0;
  const thought = tokensIn(told['thoughtTokens']) ?? 0;
  const total = tokensIn(told['totalTokens']);
  const isWithin = total === given + said && given >= cached + written;
  const isBeside = total === given + cached + written + said + thought;
  return defined({
    input: isWithin ? given - cached : given + written,
    output: isBeside ? said + thought : said,
    cached: cached === 0 ? undefined : cached,
  });
}

function tokensIn(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
