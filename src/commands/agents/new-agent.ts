import { type Launch, launchOf, type RegistryAgent, readRegistry } from '../../config/acp-registry.ts';
import { backendSchema } from '../../config/backend-config.ts';
import { BACKEND_PRESETS, presetEntry } from '../../config/backend-presets.ts';
import type { BackendEntry } from '../../config/edit-entries.ts';
import { SimseError } from '../../core/errors.ts';
import { closest } from '../../core/text/closest.ts';
import { quoteCommandLine, splitCommandLine } from '../../platform/command-line.ts';
import { findExecutable, systemName } from '../../platform/find-executable.ts';
import type { AppContext } from '../../session/app-context.ts';

/**
 * The entry for an agent of a registry. What npx and uvx run is a command; a program to download is not fetched: then it
 * rejects with SimseError('usage') that says where it is and what to do by hand.
 */
async function registryEntry(
  app: AppContext,
  [id, ...more]: readonly string[],
  source: string,
): Promise<BackendEntry> {
  if (!id || more.length > 0) {
    throw new SimseError('usage', 'With --registry one agent is added, by its id.', listHint(source));
  }
  const { agents } = await readRegistry(source, app);
  const agent = agents.find((candidate) => candidate.id === id);
  if (agent === undefined) throw unknownAgent(id, agents, source);
  const launch = launchOf(agent, systemName());
  if (launch.kind === 'download') throw byHand(id, launch);
  if (launch.kind === 'none') {
    throw new SimseError(
      'usage',
      `${id} has nothing that simse could start on ${systemName()}.`,
      listHint(source),
    );
  }
  const { command, args, env, timeoutMs } = launch;
  return { name: id, command, args, timeoutMs, ...(Object.keys(env).length > 0 ? { env } : {}) };
}

function unknownAgent(id: string, agents: readonly RegistryAgent[], source: string): SimseError {
  const meant = closest(
    id,
    agents.map((agent) => agent.id),
  );
  const question = meant === null ? '' : ` Did you mean ${meant}?`;
  return new SimseError('usage', `${source} has no agent "${id}".${question}`, listHint(source));
}

function listHint(source: string): { hint: string } {
  return { hint: `simse agents list --registry ${quoteCommandLine([source])} shows what it has.` };
}

/** What runs on a machine is for its user to fetch: simse would have nothing to check a program by. */
function byHand(id: string, { url, sha256, cmd, args }: Extract<Launch, { kind: 'download' }>): SimseError {
  const checksum =
    sha256 === null ? 'The registry has no checksum for it.' : `SHA-256 in the registry: ${sha256}`;
  const line = quoteCommandLine([`/path/to/${cmd.replace(/^\.[\\/]/, '')}`, ...args]);
  const message = [
    `${id} is a program to download, which simse does not do by itself. Nothing was downloaded or written.`,
    `  ${url}`,
    `  ${checksum}`,
  ].join('\n');
  const hint = `Download, check and unpack it, then: simse agents add --name ${id} ${quoteCommandLine([line])}`;
  return new SimseError('usage', message, { hint });
}

const PRESET_NAMES = BACKEND_PRESETS.map(({ name }) => name);

export interface NewBackendOptions {
  name?: string;
  /** A file or an https address. */
  registry?: string;
}

/**
 * The entry for what somebody typed: the name of a preset, the id of an agent in a registry, or a command line, as words or
 * as one text. Rejects with SimseError('usage') when it is none of them. Nothing is downloaded and nothing is started.
 */
export async function newBackend(
  app: AppContext,
  typed: readonly string[],
  { name, registry }: NewBackendOptions,
): Promise<BackendEntry> {
  const [only = ''] = typed;
  const words = typed.length === 1 ? splitCommandLine(only) : typed;
  const entry = await (registry === undefined
    ? typedEntry(app, words, name)
    : registryEntry(app, words, registry));
  const named = name === undefined ? entry : { ...entry, name };
  const checked = backendSchema.shape.name.safeParse(named.name);
  if (checked.success) return named;
  const expected = checked.error.issues[0]?.message ?? '';
  throw new SimseError('usage', `"${named.name}" cannot be its name: expected ${expected}.`);
}

async function typedEntry(
  { cwd, env }: AppContext,
  words: readonly string[],
  name: string | undefined,
): Promise<BackendEntry> {
  const [command = '', ...args] = words;
  const preset = args.length === 0 ? BACKEND_PRESETS.find((known) => known.name === command) : undefined;
  if (preset !== undefined) {
    const installed = await findExecutable(preset.program, { cwd, env });
    return presetEntry(preset, installed !== null);
  }
  if (name === undefined || command === '') throw notUnderstood(words);
  return { name, command, ...(args.length > 0 ? { args } : {}) };
}

function notUnderstood(words: readonly string[]): SimseError {
  const [command = ''] = words;
  if (words.length > 1) {
    const line = quoteCommandLine(words);
    return new SimseError('usage', 'A command line needs a name to be called by.', {
      hint: `simse agents add --name <name> ${quoteCommandLine([line])}`,
    });
  }
  const meant = closest(command, PRESET_NAMES);
  const message = command === '' ? 'There is no command to add.' : `There is no preset "${command}".`;
  return new SimseError('usage', `${message}${meant === null ? '' : ` Did you mean ${meant}?`}`, {
    hint: `Presets: ${PRESET_NAMES.join(', ')}. Any other agent: simse agents add --name <name> "<command>"`,
  });
}
