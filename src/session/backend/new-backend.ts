import { backendSchema } from '../../config/backend-config.ts';
import { BACKEND_PRESETS, presetEntry } from '../../config/backend-presets.ts';
import type { BackendEntry } from '../../config/edit-entries.ts';
import { closest } from '../../core/text/closest.ts';
import { SimseError } from '../../core/errors.ts';
import { quoteCommandLine, splitCommandLine } from '../../platform/command-line.ts';
import { findExecutable } from '../../platform/find-executable.ts';
import type { AppContext } from '../app-context.ts';
import { registryEntry } from './registry-entry.ts';

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
      hint: `simse backends add --name <name> ${quoteCommandLine([line])}`,
    });
  }
  const meant = closest(command, PRESET_NAMES);
  const message = command === '' ? 'There is no command to add.' : `There is no preset "${command}".`;
  return new SimseError('usage', `${message}${meant === null ? '' : ` Did you mean ${meant}?`}`, {
    hint: `Presets: ${PRESET_NAMES.join(', ')}. Any other agent: simse backends add --name <name> "<command>"`,
  });
}
