import type { AgentSession } from './agent-session.ts';
import { toSimseError } from './agent-error.ts';
import { recordOf, textOf } from '../core/json.ts';
import { withTimeLimit } from './time-limit.ts';

/**
 * Tells the agent what its session is called now, where it takes that. Resolves with the title as the agent keeps it.
 * Rejects with a SimseError.
 */
export async function setTitle(session: AgentSession, title: string): Promise<string> {
  const { config, identity, peer, profile } = session.agent;
  if (!profile.setTitle) return title;
  const params = { sessionId: session.id, title };
  const request = (signal: AbortSignal) => peer.request('session/set_title', params, signal);
  try {
    const what = `${identity.name} did not rename its session`;
    const answer = await withTimeLimit(config.timeoutMs, what, request);
    return textOf(recordOf(answer)['title']) ?? title;
  } catch (error) {
    throw toSimseError(error, identity);
  }
}
