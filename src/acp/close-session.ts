import { messageOf } from '../core/errors.ts';
import type { AgentSession } from './agent-session.ts';
import type { SessionDirectory } from './session-directory.ts';
import { askAgent } from './ask-agent.ts';

/** Closing is a courtesy: nobody waits for it for longer than this. */
const CLOSE_LIMIT_MS = 2000;

/**
 * Ends what the session still does, and frees it on the agent where the agent can. What comes for it later is logged.
 * Never rejects.
 */
export async function closeSession(session: AgentSession, directory: SessionDirectory): Promise<void> {
  const { client, profile } = session.agent;
  session.turn.cancelled.abort();
  directory.drop(session);
  await session.terminals.releaseAll();
  if (!profile.closeSession) return;
  const limits = { failure: 'did not close its session', limitMs: CLOSE_LIMIT_MS };
  try {
    await askAgent(session.agent, 'session/close', { sessionId: session.id }, limits);
  } catch (error) {
    client.log(`session/close: ${messageOf(error)}`);
  }
}
