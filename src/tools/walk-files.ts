import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { countOf } from '../core/text/quantities.ts';

export interface WalkedFile {
  /** Relative to where the walk began, with `/` between names. */
  path: string;
  /** A symlink is named but never followed, so that a walk neither leaves its folder nor runs in circles. */
  isLink: boolean;
}

interface WalkOptions {
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

/** What git would not look at: the `.gitignore` files from the repository's root down to one folder. */
interface IgnoreRules {
  /** Whether rules from above the folder count. */
  readonly inherits: boolean;
  /** `path` is absolute and lies in the folder that the rules were read for. */
  ignores(path: string, isFolder: boolean): boolean;
  /** The rules for a folder directly below, its own `.gitignore` included. */
  enter(folder: string): Promise<IgnoreRules>;
}

/** The patterns of one file, which are relative to its folder. */
interface Layer {
  folder: string;
  matcher: Ignore;
}

/**
 * The rules that hold in a folder. A folder that is itself ignored was named on purpose, so what is said about it from
 * above does not count.
 */
export async function readIgnoreRules(folder: string): Promise<IgnoreRules> {
  const above = await readLayers(await foldersAbove(folder));
  const inherits = above.length > 0 && !isIgnored(above, folder, true);
  return createRules([...(inherits ? above : []), ...(await readLayers([folder]))], inherits);
}

/** Whether a walk of the folder leaves out what lies at a path below it, which is relative to it. */
export async function isLeftOut(folder: string, path: string): Promise<boolean> {
  const names = path.split('/');
  let rules = await readIgnoreRules(folder);
  for (const [index, name] of names.entries()) {
    const at = join(folder, ...names.slice(0, index + 1));
    const isFolder = index < names.length - 1;
    if (name === '.git' || rules.ignores(at, isFolder)) return true;
    if (isFolder) rules = await rules.enter(at);
  }
  return false;
}

function createRules(layers: readonly Layer[], inherits: boolean): IgnoreRules {
  return {
    inherits,
    ignores: (path, isFolder) => isIgnored(layers, path, isFolder),
    enter: async (folder) => {
      const own = await readLayers([folder]);
      return createRules(own.length === 0 ? layers : [...layers, ...own], inherits);
    },
  };
}

/** The innermost file that says anything decides. */
function isIgnored(layers: readonly Layer[], path: string, isFolder: boolean): boolean {
  for (const { folder, matcher } of layers.toReversed()) {
    const inside = relative(folder, path).split(sep).join('/');
    const verdict = matcher.test(isFolder ? `${inside}/` : inside);
    if (verdict.ignored || verdict.unignored) return verdict.ignored;
  }
  return false;
}

/** From the root of the repository down to the parent of `folder`; none outside a repository. */
async function foldersAbove(folder: string): Promise<string[]> {
  const folders: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    if (at !== folder) folders.unshift(at);
    if ((await readText(join(at, '.git', 'HEAD'))) !== null || (await readText(join(at, '.git'))) !== null) {
      return folders;
    }
    if (dirname(at) === at) return [];
  }
}

async function readLayers(folders: readonly string[]): Promise<Layer[]> {
  const layers = await Promise.all(
    folders.map(async (folder) => {
      const patterns = await readText(join(folder, '.gitignore'));
      return patterns === null ? [] : [{ folder, matcher: ignore().add(patterns) }];
    }),
  );
  return layers.flat();
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    // Not there, not a file, or not for us to read: it has nothing to say.
    return null;
  }
}

/** A sentence about the folders that a walk could not look into; empty when there are none. */
export function unreadableNote(folders: readonly string[]): string {
  if (folders.length === 0) return '';
  const named = folders.slice(0, 3).join(', ');
  return `${countOf(folders.length, 'folder')} could not be read: ${named}${folders.length > 3 ? ', …' : ''}.`;
}
