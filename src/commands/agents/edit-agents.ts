import { resolve } from 'node:path';
import {
  BACKEND_FORMAT,
  type BackendFile,
  backendSchema,
  readBackendLayers,
} from '../../config/backend-config.ts';
import { BACKEND_PRESETS } from '../../config/backend-presets.ts';
import { editConfigFile } from '../../config/edit-config-file.ts';
import { type BackendEntry, putEntry, removeEntry, setDefault } from '../../config/edit-entries.ts';
import type { Layer } from '../../config/read-layers.ts';
import { layerFile } from '../../config/read-layers.ts';
import { suggestName } from '../../config/resolve-backend.ts';
import { openTrustStore } from '../../config/trust-store.ts';
import { trustSubjects } from '../../config/trust-subject.ts';
import { SimseError } from '../../core/errors.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import { quoteCommandLine, quoteWord } from '../../platform/command-line.ts';
import { findExecutable } from '../../platform/find-executable.ts';
import type { AppContext } from '../../session/app-context.ts';
import { printDone } from '../shared/print-list.ts';
import type { Scope } from '../shared/subcommand.ts';
import { type NewBackendOptions, newBackend } from './new-agent.ts';

export interface SaveOptions {
  scope: Scope;
  /** Make it the file's default server. */
  asDefault: boolean;
  /** Replace an entry of the same name. */
  force: boolean;
}

export interface SavedBackend {
  entry: BackendEntry;
  file: string;
  /** What keeps it from being used here as one might expect. */
  notes: string[];
}

/** `simse agents add <preset|command>`: writes an entry into acp.json and says which and where. Starts nothing. */
export async function runAgentsAdd(
  app: AppContext,
  words: readonly string[],
  options: NewBackendOptions & SaveOptions,
): Promise<number> {
  const { entry, file, notes } = await saveBackend(app, await newBackend(app, words, options), options);
  const { scope, asDefault: isDefault } = options;
  const added = `Added ${entry.name} to ${file}${isDefault ? ', as its default' : ''}`;
  printDone(app, `${added}: ${revealLine(commandLine(entry))}`, {
    added: { ...entry, scope, file, isDefault },
  });
  for (const note of [...notes, ...(await missingNotes(app, entry))]) app.note(note);
  return 0;
}

function commandLine({ command, args = [], env = {} }: BackendEntry): string {
  const variables = Object.entries(env).map(([variable, value]) => `${variable}=${quoteWord(value)}`);
  return [...variables, quoteCommandLine([command, ...args])].join(' ');
}

async function missingNotes({ cwd, env }: AppContext, { name, command }: BackendEntry): Promise<string[]> {
  if ((await findExecutable(command, { cwd, env })) !== null) {
    return [`simse agents test ${name} tries it.`];
  }
  const site = BACKEND_PRESETS.find(({ program }) => program === command)?.site;
  return [`There is no program ${command} yet.${site === undefined ? '' : ` It is installed from ${site}`}`];
}

/**
 * Writes an entry into the user's or the project's acp.json. Rejects with SimseError('usage') when that file has the name
 * already. What somebody adds to a project is trusted there: it was typed by them, not brought by the project.
 */
export async function saveBackend(
  app: AppContext,
  typed: BackendEntry,
  { scope, asDefault, force }: SaveOptions,
): Promise<SavedBackend> {
  const { cwd, dirs } = app;
  const places = { cwd, configDir: dirs.configDir };
  const { layers } = await readBackendLayers(places);
  const file = layerFile('acp.json', scope, layers, places);
  const own = layers.find(({ origin }) => origin.file === file);
  if (!force && own !== undefined && hasName(own, typed.name)) {
    throw new SimseError('usage', `${file} has an agent "${typed.name}" already.`, {
      hint: 'Give another --name, or replace it with --force.',
    });
  }
  const entry = scope === 'user' ? withAbsoluteCommand(typed, cwd) : typed;
  await editConfigFile(file, BACKEND_FORMAT, (text) => {
    const added = putEntry(text, entry);
    return asDefault ? setDefault(added, entry.name) : added;
  });
  if (scope === 'project') await trustEntry(app, entry, file);
  const other = layers.find((layer) => layer !== own);
  return { entry, file, notes: other === undefined ? [] : notesOn(other, entry.name, asDefault) };
}

function hasName({ content }: Layer<BackendFile>, name: string): boolean {
  return content.servers.some((server) => server.name === name);
}

/** A path is meant from where it was typed; the user's own file counts everywhere. */
function withAbsoluteCommand(entry: BackendEntry, cwd: string): BackendEntry {
  const isRelativePath = /^\.{1,2}[\\/]/.test(entry.command);
  return isRelativePath ? { ...entry, command: resolve(cwd, entry.command) } : entry;
}

async function trustEntry({ cwd, dirs }: AppContext, entry: BackendEntry, file: string): Promise<void> {
  const store = await openTrustStore(dirs.dataDir);
  const backend = { value: backendSchema.parse(entry), origin: { scope: 'project', file } } as const;
  for (const subject of trustSubjects({ cwd, mcpServers: [], grants: null }, backend))
    await store.trust(subject);
}

/** The project's file beats the user's. */
function notesOn({ origin, content }: Layer<BackendFile>, name: string, asDefault: boolean): string[] {
  const isStronger = origin.scope === 'project';
  const notes: string[] = [];
  if (content.servers.some((server) => server.name === name)) {
    const one = `the "${name}" of ${origin.file}`;
    notes.push(isStronger ? `Here ${one} counts instead.` : `Here it counts instead of ${one}.`);
  }
  const { defaultServer } = content;
  if (asDefault && isStronger && defaultServer !== undefined && defaultServer !== name) {
    notes.push(`Here "${defaultServer}" stays the default, by ${origin.file}.`);
  }
  return notes;
}

/** `simse agents remove <name>`: takes an entry out of acp.json, and the file's default with it when it was that. */
export async function runAgentsRemove(
  app: AppContext,
  name: string,
  scope: Scope | undefined,
): Promise<number> {
  const { layers } = await readBackendLayers({ cwd: app.cwd, configDir: app.dirs.configDir });
  const holder = findHolder(layers, name, scope);
  const { file } = holder.origin;
  const others = layers.filter((layer) => layer !== holder);
  const isGone = !others.some((layer) => hasName(layer, name));
  const wasDefault = isGone && holder.content.defaultServer === name;
  await editConfigFile(file, BACKEND_FORMAT, (text) => {
    const rest = removeEntry(text, name);
    return wasDefault ? setDefault(rest, undefined) : rest;
  });
  printDone(app, `Removed ${name} from ${file}.`, {
    removed: { name, scope: holder.origin.scope, file, wasDefault },
  });
  if (wasDefault) app.note(`It was the default of that file, which has none now.`);
  for (const { origin, content } of others) {
    if (!isGone) app.note(`The "${name}" of ${origin.file} counts now.`);
    else if (content.defaultServer === name)
      app.note(`${origin.file} still has it as its defaultServer: change that.`);
  }
  return 0;
}

/** The one file that has the name. Throws SimseError('no_backend') for none, ('usage') when it is not clear which. */
function findHolder(
  layers: readonly Layer<BackendFile>[],
  name: string,
  scope: Scope | undefined,
): Layer<BackendFile> {
  const searched = layers.filter(({ origin }) => scope === undefined || origin.scope === scope);
  const [holder, second] = searched.filter((layer) => hasName(layer, name));
  if (holder === undefined) {
    const known = searched.flatMap(({ content }) => content.servers.map((server) => server.name));
    throw new SimseError('no_backend', `No agent is called "${name}".`, { hint: suggestName(name, known) });
  }
  if (second === undefined) return holder;
  throw new SimseError('usage', `${holder.origin.file} and ${second.origin.file} both have a "${name}".`, {
    hint: 'Say which one: --scope user or --scope project.',
  });
}
