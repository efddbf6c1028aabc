import { messageOf } from '../core/errors.ts';
import type { AgentSession } from './agent-session.ts';
import type { SessionDirectory } from './session-directory.ts';
import { withTimeLimit } from './time-limit.ts';

/** Closing is a courtesy: nobody waits for it for longer than this. */
const CLOSE_LIMIT_MS = 2000;

/**
 * Ends what the session still does, and frees it on the agent where the agent can. What comes for it later is logged.
 * Never rejects.
 */
export async function closeSession(session: AgentSession, directory: SessionDirectory): Promise<void> {
  const { client, identity, peer, profile } = session.agent;
  session.turn.cancelled.abort();
  directory.drop(session);
  await session.terminals.releaseAll();
  if (!profile.closeSession) return;
  const request = (signal: AbortSignal) => peer.request('session/close', { sessionId: session.id }, signal);
  try {
    await withTimeLimit(CLOSE_LIMIT_MS, `${identity.name} did not close its session`, request);
  } catch (error) {
    client.log(`session/close: ${messageOf(error)}`);
  }
}
