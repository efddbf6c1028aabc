import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** In the order in which one of them is taken; the others in the same folder mostly say the same. */
const NAMES = ['SIMSE.md', 'AGENTS.md', 'CLAUDE.md'];
/** Of one file; what is longer is cut at its end. */
const MAX_CHARS = 20_000;
/** How far up a folder that is in no repository is looked for. */
const MAX_FOLDERS = 16;

export interface ProjectInstructions {
  path: string;
  text: string;
}

/**
 * What a project says to its agents: one file of each folder from the repository's root down to `cwd`, the nearest last, so
 * that it has the last word. Outside a repository only that of `cwd`.
 */
export async function readProjectInstructions(cwd: string): Promise<ProjectInstructions[]> {
  const found = await Promise.all((await foldersToRoot(cwd)).map(readFolder));
  return found.flatMap((instructions) => instructions ?? []).toReversed();
}

/** `cwd`, its parent, and so on to the repository's root. */
async function foldersToRoot(cwd: string): Promise<string[]> {
  const folders: string[] = [];
  let folder = cwd;
  while (folders.length < MAX_FOLDERS) {
    folders.push(folder);
    if (await exists(join(folder, '.git'))) return folders;
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return [cwd];
}

async function readFolder(folder: string): Promise<ProjectInstructions | null> {
  for (const name of NAMES) {
    const path = join(folder, name);
    const text = (await readFile(path, 'utf8').catch(() => '')).trim();
    if (text === '') continue;
    const isCut = text.length > MAX_CHARS;
    return { path, text: isCut ? `${text.slice(0, MAX_CHARS)}\n[The rest of the file is left out.]` : text };
  }
  return null;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
