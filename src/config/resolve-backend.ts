import { basename } from 'node:path';
import { SimseError } from '../core/errors.ts';
import { closest } from '../core/text/closest.ts';
import { splitCommandLine } from '../platform/command-line.ts';
import { type BackendConfig, type BackendFile, BUILT_IN_BACKEND, backendSchema } from './backend-config.ts';
import { BACKEND_PRESETS } from './backend-presets.ts';
import type { Environment } from './expand-variables.ts';
import type { Layer, Sourced } from './read-layers.ts';

/** The agents of acp.json, and which of them its user wants. */
interface Configured {
  backends: readonly Sourced<BackendConfig>[];
  defaultServer: string | null;
}

interface BackendChoice {
  /** The value of --agent. */
  agent?: string;
  /** The value of --agent-command. */
  agentCommand?: string;
}

/**
 * The backend to start: the one asked for, else the default, else the first; null, with none configured, means the
 * built-in one. Throws SimseError('no_backend') for a name that is not configured.
 */
export function resolveBackend(
  { backends, defaultServer }: Configured,
  { agent, agentCommand }: BackendChoice = {},
): Sourced<BackendConfig> | null {
  if (agentCommand !== undefined) return backendOfCommand(agentCommand);
  const name = agent ?? defaultServer;
  if (name === null) return backends[0] ?? null;
  const found = backends.find(({ value }) => value.name === name);
  if (found) return found;
  if (name === BUILT_IN_BACKEND) return null;
  throw new SimseError('no_backend', `No agent is called "${name}".`, {
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

/** The variables that name the agent to use: today's, and the one before it. */
const AGENT_VARIABLES = ['SIMSE_AGENT', 'SIMSE_SERVER'];

/** Which of them names one; undefined when none does. */
export function agentVariable(env: Environment): string | undefined {
  return AGENT_VARIABLES.find((name) => env[name]);
}

/** SIMSE_AGENT, else the strongest file's `defaultServer`; throws SimseError('config') when no such backend exists. */
export function chooseDefaultServer(
  layers: readonly Layer<BackendFile>[],
  backends: readonly Sourced<BackendConfig>[],
  env: Environment,
): string | null {
  const layer = layers.findLast(({ content }) => content.defaultServer !== undefined);
  const variable = agentVariable(env);
  const name = variable === undefined ? layer?.content.defaultServer : env[variable];
  if (!name) return null;
  if (name === BUILT_IN_BACKEND || backends.some(({ value }) => value.name === name)) return name;
  const where = variable ?? `${layer?.origin.file}: defaultServer`;
  throw new SimseError('config', `${where}: no agent is called "${name}".`, {
    hint: suggestName(
      name,
      backends.map(({ value }) => value.name),
    ),
  });
}

/** Programs that only start another one, whose name says more. */
const LAUNCHERS = new Set([
  'node',
  'npx',
  'bunx',
  'bun',
  'deno',
  'uvx',
  'uv',
  'python',
  'python3',
  'env',
  'sh',
  'bash',
]);

/** What to call an agent that is known by its command line alone: its program, or what a launcher such as npx starts. */
export function nameOfCommand([program = '', ...args]: readonly string[]): string {
  const started = LAUNCHERS.has(bare(program))
    ? args.find((arg) => !arg.startsWith('-') && !arg.includes('='))
    : undefined;
  return bare(started ?? program) || 'agent';
}

/** Without folders, ending and version, in the letters that a name may have. */
function bare(path: string): string {
  return basename(path.replace(/(?<=.)@[^/]*$/, ''))
    .replace(/\.(?:exe|cmd|[cm]?js|py)$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(0, 64);
}

/** The sentence after the name of a backend that does not exist. */
export function suggestName(name: string, known: readonly string[]): string {
  if (BACKEND_PRESETS.some((preset) => preset.name === name)) return `simse agents add ${name} adds it.`;
  if (known.length === 0) return 'No agents are configured: add one to acp.json.';
  const meant = closest(name, known);
  return `${meant ? `Did you mean "${meant}"? ` : ''}Configured: ${known.join(', ')}.`;
}
