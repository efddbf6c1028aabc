import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside } from '../../core/gate/workspace-path.ts';

/** In the order in which one of them is taken; the others in the same folder mostly say the same. */
const NAMES = ['SIMSE.md', 'AGENTS.md', 'CLAUDE.md'];
/** Of one file, and of all of them; what is longer is cut at its end, the nearest last. */
const MAX_CHARS = 20_000;
const MAX_CHARS_TOGETHER = 60_000;
/** No character takes more bytes. */
const MAX_BYTES = MAX_CHARS * 4;
const CUT = '\n[The rest of the file is left out.]';
/** How far up a folder that is in no repository is looked for. */
const MAX_FOLDERS = 16;

export interface ProjectInstructions {
  path: string;
  text: string;
}

/** The project that a folder belongs to. */
export interface ProjectFolders {
  /** From `cwd` up to the repository's root; outside a repository only `cwd`. */
  folders: readonly string[];
  isRepository: boolean;
}

export async function findProject(cwd: string): Promise<ProjectFolders> {
  const folders: string[] = [];
  let folder = cwd;
  while (folders.length < MAX_FOLDERS) {
    folders.push(folder);
    if (await exists(join(folder, '.git'))) return { folders, isRepository: true };
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return { folders: [cwd], isRepository: false };
}

/**
 * What a project says to its agents: one file of each of its folders, the nearest last, so that it has the last word. Only
 * files of the project itself count: a link that leads out of it would tell the model what nobody allowed it to read.
 */
export async function readProjectInstructions({ folders }: ProjectFolders): Promise<ProjectInstructions[]> {
  const root = await realpath(folders.at(-1) ?? '').catch(() => null);
  if (root === null) return [];
  const found = await Promise.all(folders.map((folder) => readFolder(folder, root)));
  let left = MAX_CHARS_TOGETHER;
  return found
    .flatMap((instructions) => instructions ?? [])
    .flatMap(({ path, text }) => {
      const room = Math.min(left, MAX_CHARS);
      left -= Math.min(text.length, room);
      return room === 0 ? [] : [{ path, text: cut(text, room) }];
    })
    .toReversed();
}

async function readFolder(folder: string, root: string): Promise<ProjectInstructions | null> {
  for (const name of NAMES) {
    const path = join(folder, name);
    const text = await readStart(path, root).catch(() => '');
    if (text !== '') return { path, text };
  }
  return null;
}

/** Opened without waiting, and read only when it is a file: a pipe or a device would go on for ever. */
async function readStart(path: string, root: string): Promise<string> {
  const real = await realpath(path);
  if (!isInside([root], real)) return '';
  await using file = await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
  if (!(await file.stat()).isFile()) return '';
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
  return buffer.toString('utf8', 0, bytesRead).trim();
}

function cut(text: string, room: number): string {
  return text.length > room ? text.slice(0, room) + CUT : text;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
