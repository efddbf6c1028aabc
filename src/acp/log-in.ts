import { SimseError } from '../core/errors.ts';
import { defined, recordOf, recordsOf, textOf } from '../core/json.ts';
import type { AuthMethod } from '../core/ports/backend.ts';
import { commandLineOf } from '../platform/command-line.ts';
import type { AgentContext } from './sessions/agent-context.ts';
import { askAgent } from './wire/acp-peer.ts';
import { explainError } from './wire/agent-error.ts';

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
  if (method === undefined) throw new SimseError('usage', `${identity.name} has no login method ${methodId}`);
  if (method.terminal !== undefined)
    throw new SimseError('usage', `${method.name} runs in the terminal, not in ${identity.name}`);
  const limits = { failure: 'did not log in', limitMs: LOGIN_LIMIT_MS, signal };
  try {
    await askAgent(agent, 'authenticate', { methodId }, limits);
  } catch (error) {
    throw explainError(error, identity);
  }
}

/** Rejects with a SimseError. */
export async function logOut(agent: AgentContext): Promise<void> {
  const { config, identity, profile } = agent;
  if (!profile.capabilities.logout) throw new SimseError('usage', `${identity.name} has no logout`);
  try {
    await askAgent(agent, 'logout', {}, { failure: 'did not log out', limitMs: config.timeoutMs });
  } catch (error) {
    throw explainError(error, identity);
  }
}

/** How the agent was started, which is also how a login in the terminal starts it. */
interface Launch {
  command: string;
  args: readonly string[];
  start?: { command: string; args: readonly string[] };
  cwd: string;
  env: Readonly<Record<string, string>>;
}

type Fields = Record<string, unknown>;

/** Where agents named the command of a login before the protocol had a type for it. */
const LEGACY_TERMINAL = 'terminal-auth';

/** The ways to log in that an agent offers in its answer to `initialize`. */
export function readAuthMethods(list: unknown, launch: Launch): AuthMethod[] {
  return recordsOf(list).flatMap((method) => {
    const id = textOf(method['id']);
    if (id === undefined) return [];
    const name = textOf(method['name']) ?? id;
    return [
      defined({
        id,
        name,
        description: textOf(method['description']),
        terminal: readTerminal(method, launch),
      }),
    ];
  });
}

/** The agent's own command with more arguments; in the older form a command of its own. */
function readTerminal(method: Fields, launch: Launch): AuthMethod['terminal'] {
  if (method['type'] === 'terminal') {
    const { command, args } = launch.start ?? launch;
    const more = textsOf(method['args']);
    const env = textEntriesOf(method['env']);
    return {
      command,
      args: [...args, ...more],
      cwd: launch.cwd,
      env: { ...launch.env, ...env },
      line: commandLineOf({ command: launch.command, args: [...launch.args, ...more], env }),
    };
  }
  const legacy = recordOf(recordOf(method['_meta'])[LEGACY_TERMINAL]);
  const command = textOf(legacy['command']);
  if (command === undefined) return undefined;
  const args = textsOf(legacy['args']);
  const env = textEntriesOf(legacy['env']);
  const line = commandLineOf({ command, args, env });
  return { command, args, cwd: launch.cwd, env: { ...launch.env, ...env }, line };
}

function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}

function textEntriesOf(value: unknown): Record<string, string> {
  const entries = Object.entries(recordOf(value));
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
