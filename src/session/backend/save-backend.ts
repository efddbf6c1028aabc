import { resolve } from 'node:path';
import { backendSchema } from '../../config/backend-config.ts';
import { BACKEND_FORMAT, backendFileOf, readBackendLayers } from '../../config/backend-layers.ts';
import { editConfigFile } from '../../config/edit-config-file.ts';
import { type BackendEntry, putEntry, setDefault } from '../../config/edit-entries.ts';
import type { BackendFile } from '../../config/parse-backend-file.ts';
import type { Layer } from '../../config/read-layers.ts';
import { openTrustStore } from '../../config/trust-store.ts';
import { trustSubjects } from '../../config/trust-subject.ts';
import { SimseError } from '../../core/errors.ts';
import type { AppContext } from '../app-context.ts';

export interface SaveOptions {
  scope: 'user' | 'project';
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
  const file = backendFileOf(scope, layers, places);
  const own = layers.find(({ origin }) => origin.file === file);
  if (!force && own !== undefined && hasName(own, typed.name)) {
    throw new SimseError('usage', `${file} has a server "${typed.name}" already.`, {
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
