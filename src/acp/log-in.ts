import { SimseError } from '../core/errors.ts';
import type { AgentContext } from './agent-context.ts';
import { toSimseError } from './agent-error.ts';
import { withTimeLimit } from './time-limit.ts';

/** Logging in often means a page in the browser, and somebody who looks for a password. */
const LOGIN_LIMIT_MS = 15 * 60_000;

/** Has the agent log in by itself. Rejects with a SimseError, and with the signal's reason when that aborts. */
export async function authenticate(
  { identity, peer }: AgentContext,
  methodId: string,
  signal?: AbortSignal,
): Promise<void> {
  const method = identity.authMethods.find(({ id }) => id === methodId);
  if (method === undefined)
    throw new SimseError('usage', `${identity.name} has no way to log in called ${methodId}`);
  if (method.terminal !== undefined)
    throw new SimseError('usage', `${method.name} runs in the terminal, not in ${identity.name}`);
  const request = (limit: AbortSignal) => peer.request('authenticate', { methodId }, limit);
  try {
    await withTimeLimit(LOGIN_LIMIT_MS, `${identity.name} did not log in`, request, signal);
  } catch (error) {
    throw toSimseError(error, identity);
  }
}

/** Rejects with a SimseError. */
export async function logOut({ config, identity, peer, profile }: AgentContext): Promise<void> {
  if (!profile.capabilities.logout) throw new SimseError('usage', `${identity.name} has no logout`);
  const request = (limit: AbortSignal) => peer.request('logout', {}, limit);
  try {
    await withTimeLimit(config.timeoutMs, `${identity.name} did not log out`, request);
  } catch (error) {
    throw toSimseError(error, identity);
  }
}
