import { SimseError } from '../core/errors.ts';
import type { OpenSessionOptions } from '../core/ports/backend.ts';
import { toSimseError } from './agent-error.ts';
import type { OpeningSession } from './create-agent-session.ts';
import { recordOf } from '../core/json.ts';
import { AUTH_REQUIRED } from './acp-codes.ts';
import { RpcError, type RpcParams } from '../core/rpc/rpc-message.ts';
import type { SessionDirectory } from './session-directory.ts';
import { sessionParams } from './session-params.ts';
import { settleSession } from './settle-session.ts';
import { withSilenceLimit } from './time-limit.ts';

/**
 * Opens a session that begins with what was said in another, which stays as it is. What the agent tells of that past is
 * left out, as when a session is opened again. Rejects with `no_session` when the agent cannot, or does not know the
 * other session.
 */
export async function forkSession(
  session: OpeningSession,
  directory: SessionDirectory,
  options: OpenSessionOptions & { resume: string },
): Promise<void> {
  const { identity, profile } = session.agent;
  if (!profile.capabilities.forkSession)
    throw new SimseError('no_session', `${identity.name} cannot fork a session`);
  session.isReplaying = true;
  directory.expect(session);
  settleSession(session, directory, await requestFork(session, options));
  session.isReplaying = false;
}

async function requestFork(
  { activity, agent }: OpeningSession,
  options: OpenSessionOptions & { resume: string },
): Promise<RpcParams> {
  const { config, identity, peer } = agent;
  const params = { ...sessionParams(agent, options), sessionId: options.resume };
  const what = `${identity.name} did not fork its session`;
  const request = (signal: AbortSignal) => peer.request('session/fork', params, signal);
  try {
    return recordOf(await withSilenceLimit(activity, config.timeoutMs, what, request));
  } catch (error) {
    const isRefusal = error instanceof RpcError && error.code !== AUTH_REQUIRED;
    throw isRefusal ? toSimseError(error, identity, 'no_session') : error;
  }
}
