import { SimseError } from '../core/errors.ts';
import type { AgentContext } from './agent-context.ts';
import { toSimseError } from './agent-error.ts';
import { askAgent } from './ask-agent.ts';

/** Logging in often means a page in the browser, and somebody who looks for a password. */
const LOGIN_LIMIT_MS = 15 * 60_000;

/** Has the agent log in by itself. Rejects with a SimseError, and with the signal's reason when that aborts. */
export async function authenticate(
  agent: AgentContext,
  methodId: string,
  signal?: AbortSignal,
): Promise<void> {
  const { identity } = agent;
  const method = identity.authMethods.find(({ id }) => id === methodId);
  if (method === undefined)
    throw new SimseError('usage', `${identity.name} has no way to log in called ${methodId}`);
  if (method.terminal !== undefined)
    throw new SimseError('usage', `${method.name} runs in the terminal, not in ${identity.name}`);
  const limits = { failure: 'did not log in', limitMs: LOGIN_LIMIT_MS, signal };
  try {
    await askAgent(agent, 'authenticate', { methodId }, limits);
  } catch (error) {
    throw toSimseError(error, identity);
  }
}

/** Rejects with a SimseError. */
export async function logOut(agent: AgentContext): Promise<void> {
  const { config, identity, profile } = agent;
  if (!profile.capabilities.logout) throw new SimseError('usage', `${identity.name} has no logout`);
  try {
    await askAgent(agent, 'logout', {}, { failure: 'did not log out', limitMs: config.timeoutMs });
  } catch (error) {
    throw toSimseError(error, identity);
  }
}
