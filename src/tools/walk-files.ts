import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type IgnoreRules, readIgnoreRules } from './ignore-rules.ts';

export interface WalkedFile {
  /** Relative to where the walk began, with `/` between names. */
  path: string;
  /** A symlink is named but never followed, so that a walk neither leaves its folder nor runs in circles. */
  isLink: boolean;
}

export interface WalkOptions {
  signal: AbortSignal;
  /** A folder below the first that could not be read; its content is missing. */
  onUnreadable: (path: string) => void;
}

/**
 * The files under a folder in the order of their names, without `.git` and without what `.gitignore` files leave out.
 * Throws when the folder itself cannot be read, or when the signal is aborted.
 */
export async function* walkFiles(folder: string, options: WalkOptions): AsyncGenerator<WalkedFile, void> {
  const entries = await readdir(folder, { withFileTypes: true });
  yield* walkEntries({ folder, prefix: '', entries, rules: await readIgnoreRules(folder) }, options);
}

interface Place {
  folder: string;
  prefix: string;
  entries: Dirent[];
  rules: IgnoreRules;
}

async function* walkEntries(place: Place, options: WalkOptions): AsyncGenerator<WalkedFile, void> {
  for (const entry of place.entries.toSorted(byName)) {
    options.signal.throwIfAborted();
    const isFolder = entry.isDirectory();
    if (entry.name === '.git' || place.rules.ignores(join(place.folder, entry.name), isFolder)) continue;
    const path = place.prefix + entry.name;
    if (isFolder) yield* walkFolder(place, path, entry.name, options);
    else if (entry.isFile() || entry.isSymbolicLink()) yield { path, isLink: entry.isSymbolicLink() };
  }
}

async function* walkFolder(
  parent: Place,
  path: string,
  name: string,
  options: WalkOptions,
): AsyncGenerator<WalkedFile, void> {
  const folder = join(parent.folder, name);
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => null);
  if (entries === null) options.onUnreadable(path);
  else
    yield* walkEntries(
      { folder, prefix: `${path}/`, entries, rules: await parent.rules.enter(folder) },
      options,
    );
}

function byName(a: Dirent, b: Dirent): number {
  return a.name < b.name ? -1 : 1;
}
