import type { Dirent } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';

export const MAX_LISTED_ENTRIES = 1000;

export interface DirectoryListing {
  /** Folders first, each group by name: `src/`, `README.md`, `latest -> v2`. */
  lines: string[];
  /** How many more entries there are than lines. */
  more: number;
}

/** Everything that lies directly in a folder, at most MAX_LISTED_ENTRIES of it. Throws what `readdir` throws. */
export async function listDirectory(folder: string): Promise<DirectoryListing> {
  const entries = await readdir(folder, { withFileTypes: true });
  const listed = entries.toSorted(foldersFirst).slice(0, MAX_LISTED_ENTRIES);
  const lines = await Promise.all(listed.map((entry) => describeEntry(folder, entry)));
  return { lines, more: entries.length - lines.length };
}

function foldersFirst(a: Dirent, b: Dirent): number {
  if (a.isDirectory() !== b.isDirectory()) return a.isDirectory() ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}

async function describeEntry(folder: string, entry: Dirent): Promise<string> {
  if (entry.isDirectory()) return `${entry.name}/`;
  if (!entry.isSymbolicLink()) return entry.name;
  const target = await readlink(join(folder, entry.name)).catch(() => '?');
  return `${entry.name} -> ${target}`;
}
