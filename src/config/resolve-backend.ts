import { SimseError } from '../core/errors.ts';
import { splitCommandLine } from '../platform/command-line.ts';
import { type BackendConfig, backendSchema, BUILT_IN_BACKEND } from './backend-config.ts';
import { nameOfCommand } from './name-of-command.ts';
import { suggestName } from './suggest-name.ts';
import type { Config } from './load-config.ts';
import type { Sourced } from './sourced.ts';

export interface BackendChoice {
  /** The value of --server. */
  server?: string;
  /** The value of --agent-command. */
  agentCommand?: string;
}

/**
 * The backend to start: the one asked for, else the default, else the first; null, with none configured, means the
 * built-in one. Throws SimseError('no_backend') for a name that is not configured.
 */
export function resolveBackend(
  { backends, defaultServer }: Pick<Config, 'backends' | 'defaultServer'>,
  { server, agentCommand }: BackendChoice = {},
): Sourced<BackendConfig> | null {
  if (agentCommand !== undefined) return backendOfCommand(agentCommand);
  const name = server ?? defaultServer;
  if (name === null) return backends[0] ?? null;
  const found = backends.find(({ value }) => value.name === name);
  if (found) return found;
  if (name === BUILT_IN_BACKEND) return null;
  throw new SimseError('no_backend', `No server is called "${name}".`, {
    hint: suggestName(
      name,
      backends.map(({ value }) => value.name),
    ),
  });
}

function backendOfCommand(line: string): Sourced<BackendConfig> {
  const [command, ...args] = splitCommandLine(line);
  if (!command) {
    throw new SimseError('usage', '--agent-command is empty.', {
      hint: 'Give the command that starts an ACP agent: --agent-command "npx some-agent --acp".',
    });
  }
  return {
    value: backendSchema.parse({ name: nameOfCommand([command, ...args]), command, args }),
    origin: { scope: 'flag', file: '--agent-command' },
  };
}
