import type { BackendSession, OpenSessionOptions } from '../core/ports/backend.ts';
import type { AgentContext } from './agent-context.ts';
import { toSimseError } from './agent-error.ts';
import { createAgentSession, type OpeningSession } from './create-agent-session.ts';
import { forkSession } from './fork-session.ts';
import { recordOf } from '../core/json.ts';
import { reopenSession } from './reopen-session.ts';
import type { RpcParams } from '../core/rpc/rpc-message.ts';
import type { SessionDirectory } from './session-directory.ts';
import { sessionParams } from './session-params.ts';
import { settleSession } from './settle-session.ts';
import { withSilenceLimit } from './time-limit.ts';
import { toBackendSession } from './to-backend-session.ts';

/**
 * Opens a session, then chooses the model or agent that the config asks for; or goes on with one that the agent keeps, or with a
 * fork of it.
 * Rejects with a SimseError.
 */
export async function openSession(
  agent: AgentContext,
  directory: SessionDirectory,
  options: OpenSessionOptions,
): Promise<BackendSession> {
  const session = createAgentSession(agent, options.cwd);
  try {
    const { resume } = options;
    if (resume === undefined) await openNew(session, directory, options);
    else if (options.fork === true) await forkSession(session, directory, { ...options, resume });
    else await reopenSession(session, directory, { ...options, resume });
  } catch (error) {
    directory.drop(session);
    throw toSimseError(error, agent.identity);
  }
  return toBackendSession(session, directory);
}

async function openNew(
  session: OpeningSession,
  directory: SessionDirectory,
  options: OpenSessionOptions,
): Promise<void> {
  const { agent } = session;
  const { defaultAgent } = agent.config;
  directory.expect(session);
  settleSession(session, directory, await requestNew(session, options));
  if (defaultAgent !== undefined && agent.dialect.name === 'acp') await session.settings.choose(defaultAgent);
}

async function requestNew(
  { agent, activity }: OpeningSession,
  options: OpenSessionOptions,
): Promise<RpcParams> {
  const { config, identity, peer } = agent;
  const params = sessionParams(agent, options);
  const what = `${identity.name} did not open a session`;
  const request = (signal: AbortSignal) => peer.request('session/new', params, signal);
  return recordOf(await withSilenceLimit(activity, config.timeoutMs, what, request));
}
