import type { AgentSession } from './agent-session.ts';
import { toSimseError } from './agent-error.ts';
import { textOf } from '../core/json.ts';
import { askAgent } from './ask-agent.ts';

/**
 * Tells the agent what its session is called now, where it takes that. Resolves with the title as the agent keeps it.
 * Rejects with a SimseError.
 */
export async function setTitle(session: AgentSession, title: string): Promise<string> {
  const { config, identity, profile } = session.agent;
  if (!profile.setTitle) return title;
  const params = { sessionId: session.id, title };
  const limits = { failure: 'did not rename its session', limitMs: config.timeoutMs };
  try {
    const answer = await askAgent(session.agent, 'session/set_title', params, limits);
    return textOf(answer['title']) ?? title;
  } catch (error) {
    throw toSimseError(error, identity);
  }
}
