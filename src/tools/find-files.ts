import { basename, dirname } from 'node:path';
import picomatch from 'picomatch';
import { walkFiles } from './walk-files.ts';

export const MAX_FOUND_FILES = 1000;

interface FindOptions {
  folder: string;
  /** A glob relative to the folder, with `**` for any number of folders. Names that start with a dot match too. */
  glob: string;
  /** Matches the glob with a file's name alone, wherever it lies. */
  anyDepth: boolean;
  /** How many are listed. */
  limit?: number;
  signal: AbortSignal;
}

interface FoundFiles {
  /** Relative to the folder. */
  files: string[];
  /** How many more matched than are listed. */
  more: number;
  /** Folders that could not be read. */
  unreadable: string[];
}

/** The files under a folder whose path matches a glob, at most `limit` of them. */
export async function findFiles(options: FindOptions): Promise<FoundFiles> {
  const { folder, glob, anyDepth, limit = MAX_FOUND_FILES, signal } = options;
  const matches = picomatch(glob, { dot: true, basename: anyDepth });
  const found: FoundFiles = { files: [], more: 0, unreadable: [] };
  const onUnreadable = (path: string): void => void found.unreadable.push(path);
  for await (const { path } of walkFiles(folder, { signal, onUnreadable })) {
    if (!matches(path)) continue;
    if (found.files.length < limit) found.files.push(path);
    else found.more += 1;
  }
  return found;
}

export interface SplitGlob {
  /** The part before the first wildcard: where to look. `.` when there is none. */
  folder: string;
  /** What to match in there. */
  glob: string;
  /** A pattern without `/` is looked for in every folder below, as with `find -name`. */
  anyDepth: boolean;
}

/** Splits a glob into the folder to walk and what to match in it, so that only that folder is walked. */
export function splitGlob(pattern: string): SplitGlob {
  if (!pattern.includes('/')) return { folder: '.', glob: pattern, anyDepth: true };
  const { base, glob, isGlob } = picomatch.scan(pattern);
  if (!isGlob) return { folder: dirname(pattern), glob: basename(pattern), anyDepth: false };
  return { folder: base === '' ? '.' : base, glob, anyDepth: false };
}
