import type { ContentBlock } from '../../core/content.ts';
import { defined, recordOf, textOf } from '../../core/json.ts';
import type { TurnResult } from '../../core/ports/backend.ts';
import { TURN_FAILURE } from '../../core/rpc/own-meta.ts';
import type { TurnTokens } from '../../core/state/events.ts';
import type { AcpSession, AcpTurn, CallOutcome } from '../sessions/acp-session.ts';

/**
 * Prompts the agent until its turn is over: once, or in the simse dialect again with the results of the tools that simse
 * has run for it, at most `maxTurns` times. Rejects as `Peer.request`.
 */
export async function promptAgent(
  session: AcpSession,
  blocks: ContentBlock[],
  turn: AcpTurn,
): Promise<TurnResult> {
  const { client, dialect } = session.agent;
  let next = blocks;
  for (let again = 0; again <= client.maxTurns; again += 1) {
    const result = await promptOnce(session, next, turn);
    const outcomes = await Promise.all(turn.toolRuns.splice(0));
    if (!dialect.runsTools || result.stopReason !== 'tool_use' || outcomes.length === 0) return result;
    if (turn.cancelled.signal.aborted) return { stopReason: 'cancelled' };
    next = [{ type: 'text', text: describeOutcomes(outcomes) }];
  }
  const message = `the turn continued ${client.maxTurns} times after tool calls, the limit`;
  return {
    stopReason: 'max_turn_requests',
    error: { code: 'limit', message, hint: 'Raise it with --max-turns.' },
  };
}

async function promptOnce(
  session: AcpSession,
  blocks: readonly ContentBlock[],
  turn: AcpTurn,
): Promise<TurnResult> {
  const { peer, dialect, profile, config } = session.agent;
  const { capabilities } = profile;
  const request = { sessionId: session.id, blocks, capabilities, timeoutMs: config.timeoutMs };
  turn.said = '';
  const result = recordOf(await peer.request('session/prompt', dialect.prompt(request)));
  if (dialect.runsTools) sayRest(session, turn, textOf(result['content']) ?? '');
  const stopReason = textOf(result['stopReason']) ?? 'end_turn';
  const failure = textOf(recordOf(result['_meta'])[TURN_FAILURE]);
  return {
    stopReason,
    ...defined({ tokens: readTokens(result) }),
    ...(failure === undefined ? {} : { error: { code: 'tool_failed', message: failure } }),
  };
}

/** The answer as a whole comes with the response: what of it was not streamed is said now. */
function sayRest(session: AcpSession, turn: AcpTurn, whole: string): void {
  if (!whole.startsWith(turn.said)) return;
  const text = whole.slice(turn.said.length);
  if (text !== '') session.receive({ sessionUpdate: 'agent_message_chunk', content: text });
}

/** The results of tools as a prompt: a line for the reader, then the list as JSON. */
function describeOutcomes(outcomes: readonly CallOutcome[]): string {
  return `Tool results:\n${JSON.stringify(outcomes)}`;
}

/**
 * What a turn took, as the answer to its prompt tells it: in `usage`, or in the `_meta.quota` of agents that have no
 * `usage`. Undefined where they tell nothing, nonsense, or noughts, as for a turn that was cut short.
 *
 * The protocol does not say which counts have others in them, but the total tells: where it is input and output alone, the
 * input has what came from a cache; where it is the sum of all counts, the output lacks what was thought.
 */
function readTokens({ usage, _meta }: Record<string, unknown>): TurnTokens | undefined {
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
