import type { ContentBlock } from '../core/content.ts';
import { messageOf } from '../core/errors.ts';
import { textOf } from '../core/json.ts';
import type { BackendSession } from '../core/ports/backend.ts';
import type { AcpSession } from './sessions/acp-session.ts';
import type { SessionDirectory } from './sessions/session-directory.ts';
import { toAcpBlock } from './translate/content.ts';
import { runTurn } from './turn/run-turn.ts';
import { askAgent } from './wire/acp-peer.ts';
import { explainError } from './wire/agent-error.ts';

/** Closing is a courtesy: nobody waits for it for longer than this. */
const CLOSE_LIMIT_MS = 2000;

/** Not of ACP itself, but what the agents that can do it have agreed on. */
const METHOD = '_session/steering';
/** An agent that has nothing to do must not begin a turn that nobody started. */
const ONLY_WHILE_BUSY = { steering: { idleBehavior: 'promptRequired' } };

/** An open session as the rest of simse sees it. */
export function toBackendSession(session: AcpSession, directory: SessionDirectory): BackendSession {
  return {
    id: session.id,
    prompt: (blocks, { signal }) => runTurn(session, blocks, signal),
    setMode: (mode) => session.settings.setMode(mode),
    setConfigOption: (id, value) => session.settings.set(id, value),
    setTitle: (title) => setTitle(session, title),
    steer: (blocks) => steerTurn(session, blocks),
    close: () => closeSession(session, directory),
  };
}

/**
 * Tells the agent what its session is called now, where it takes that. Resolves with the title as the agent keeps it.
 * Rejects with a SimseError.
 */
async function setTitle(session: AcpSession, title: string): Promise<string> {
  const { config, identity, profile } = session.agent;
  if (!profile.setTitle) return title;
  const params = { sessionId: session.id, title };
  const limits = { failure: 'did not rename its session', limitMs: config.timeoutMs };
  try {
    const answer = await askAgent(session.agent, 'session/set_title', params, limits);
    return textOf(answer['title']) ?? title;
  } catch (error) {
    throw explainError(error, identity);
  }
}

/** Adds to the turn that runs; false when the agent did not take it, for whatever reason. Never rejects. */
async function steerTurn(session: AcpSession, blocks: readonly ContentBlock[]): Promise<boolean> {
  const { client, config, profile } = session.agent;
  const { capabilities } = profile;
  if (!capabilities.steering || !session.turn.isRunning) return false;
  const prompt = blocks.map((block) => toAcpBlock(block, capabilities));
  const params = { sessionId: session.id, prompt, _meta: ONLY_WHILE_BUSY };
  const { signal } = session.turn.cancelled;
  const limits = { failure: 'did not accept it', limitMs: config.timeoutMs, signal };
  try {
    return (await askAgent(session.agent, METHOD, params, limits))['outcome'] === 'injected';
  } catch (error) {
    client.log(`${METHOD}: ${messageOf(error)}`);
    return false;
  }
}

/**
 * Ends what the session still does, and frees it on the agent where the agent can. What comes for it later is logged.
 * Never rejects.
 */
async function closeSession(session: AcpSession, directory: SessionDirectory): Promise<void> {
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
