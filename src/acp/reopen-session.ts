import { SimseError } from '../core/errors.ts';
import type { OpenSessionOptions } from '../core/ports/backend.ts';
import { toSimseError } from './agent-error.ts';
import type { OpeningSession } from './create-agent-session.ts';
import { recordOf } from '../core/json.ts';
import { AUTH_REQUIRED } from './acp-codes.ts';
import { METHOD_NOT_FOUND, RpcError, type RpcParams } from '../core/rpc/rpc-message.ts';
import type { SessionDirectory } from './session-directory.ts';
import { sessionParams } from './session-params.ts';
import { withSilenceLimit } from './time-limit.ts';

type ReopenMethod = 'session/resume' | 'session/load';

/**
 * Goes on with a session that the agent keeps. What `session/load` tells of its past again is left out, except for what
 * it says of now: settings, commands, title and usage. Rejects with `no_session` when the agent cannot, or does not
 * know the session.
 */
export async function reopenSession(
  session: OpeningSession,
  directory: SessionDirectory,
  options: OpenSessionOptions & { resume: string },
): Promise<void> {
  const { capabilities } = session.agent.profile;
  const methods: ReopenMethod[] = [];
  if (capabilities.resumeSession) methods.push('session/resume');
  if (capabilities.loadSession) methods.push('session/load');
  session.setId(options.resume);
  directory.settle(session);
  const params = { ...sessionParams(session.agent, options), sessionId: options.resume };
  session.isReplaying = true;
  const opened = await requestFirst(session, methods, params);
  // Some agents are still telling of the past when they have answered already.
  if (capabilities.loadSession) await session.activity.quiet();
  session.isReplaying = false;
  session.settings.load(opened);
}

/** The first method that the agent really has. */
async function requestFirst(
  session: OpeningSession,
  [method, ...others]: readonly ReopenMethod[],
  params: RpcParams,
): Promise<RpcParams> {
  const { config, identity, peer } = session.agent;
  if (method === undefined) {
    throw new SimseError('no_session', `${identity.name} cannot go on with an earlier session`);
  }
  const what = `${identity.name} did not open its earlier session`;
  const request = (signal: AbortSignal) => peer.request(method, params, signal);
  try {
    return recordOf(await withSilenceLimit(session.activity, config.timeoutMs, what, request));
  } catch (error) {
    if (!(error instanceof RpcError) || error.code === AUTH_REQUIRED) throw error;
    if (error.code === METHOD_NOT_FOUND) return requestFirst(session, others, params);
    // Half of the agents call an id that they do not know an internal error, so that every refusal counts as one.
    throw toSimseError(error, identity, 'no_session');
  }
}
