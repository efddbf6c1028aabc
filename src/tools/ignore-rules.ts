import { readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** What git would not look at: the `.gitignore` files from the repository's root down to one folder. */
export interface IgnoreRules {
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
