import type { ContentBlock } from '../core/content.ts';
import { messageOf } from '../core/errors.ts';
import type { AgentSession } from './agent-session.ts';
import { askAgent } from './ask-agent.ts';
import { toWireBlock } from './wire-block.ts';

/** Not of ACP itself, but what the agents that can do it have agreed on. */
const METHOD = '_session/steering';
/** An agent that has nothing to do must not begin a turn that nobody started. */
const ONLY_WHILE_BUSY = { steering: { idleBehavior: 'promptRequired' } };

/** Adds to the turn that runs; false when the agent did not take it, for whatever reason. Never rejects. */
export async function steerTurn(session: AgentSession, blocks: readonly ContentBlock[]): Promise<boolean> {
  const { client, config, profile } = session.agent;
  const { capabilities } = profile;
  if (!capabilities.steering || !session.turn.isRunning) return false;
  const prompt = blocks.map((block) => toWireBlock(block, capabilities));
  const params = { sessionId: session.id, prompt, _meta: ONLY_WHILE_BUSY };
  const { signal } = session.turn.cancelled;
  const limits = { failure: 'did not take it up', limitMs: config.timeoutMs, signal };
  try {
    return (await askAgent(session.agent, METHOD, params, limits))['outcome'] === 'injected';
  } catch (error) {
    client.log(`${METHOD}: ${messageOf(error)}`);
    return false;
  }
}
