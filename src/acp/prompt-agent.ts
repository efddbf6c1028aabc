import type { ContentBlock } from '../core/content.ts';
import type { TurnResult } from '../core/ports/backend.ts';
import type { AgentSession, Turn } from './agent-session.ts';
import { defined, recordOf, textOf } from '../core/json.ts';
import type { ToolOutcome } from './tool-outcome.ts';
import { readTokens } from './translate/turn-tokens.ts';

/** How an agent can say that its turn ended as it should, but did not do what was asked: one line for people. */
const FAILURE_KEY = 'simse/failure';

/**
 * Prompts the agent until its turn is over: once, or in the simse dialect again with the results of the tools that simse
 * has run for it, at most `maxTurns` times. Rejects as `Peer.request`.
 */
export async function promptAgent(
  session: AgentSession,
  blocks: ContentBlock[],
  turn: Turn,
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
  const message = `the turn went on ${client.maxTurns} times after tools, which is the limit`;
  return {
    stopReason: 'max_turn_requests',
    error: { code: 'limit', message, hint: '--max-turns raises it.' },
  };
}

async function promptOnce(
  session: AgentSession,
  blocks: readonly ContentBlock[],
  turn: Turn,
): Promise<TurnResult> {
  const { peer, dialect, profile, config } = session.agent;
  const { capabilities } = profile;
  const request = { sessionId: session.id, blocks, capabilities, timeoutMs: config.timeoutMs };
  turn.said = '';
  const result = recordOf(await peer.request('session/prompt', dialect.prompt(request)));
  if (dialect.runsTools) sayRest(session, turn, textOf(result['content']) ?? '');
  const stopReason = textOf(result['stopReason']) ?? 'end_turn';
  const failure = textOf(recordOf(result['_meta'])[FAILURE_KEY]);
  return {
    stopReason,
    ...defined({ tokens: readTokens(result) }),
    ...(failure === undefined ? {} : { error: { code: 'tool_failed', message: failure } }),
  };
}

/** The answer as a whole comes with the response: what of it was not streamed is said now. */
function sayRest(session: AgentSession, turn: Turn, whole: string): void {
  if (!whole.startsWith(turn.said)) return;
  const text = whole.slice(turn.said.length);
  if (text !== '') session.receive({ sessionUpdate: 'agent_message_chunk', content: text });
}

/** The results of tools as a prompt: a line for the reader, then the list as JSON. */
function describeOutcomes(outcomes: readonly ToolOutcome[]): string {
  return `Tool results:\n${JSON.stringify(outcomes)}`;
}
