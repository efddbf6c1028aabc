import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gitListing } from './git-listing.ts';
import { createPacer } from './pacer.ts';
import { walkFiles } from './walk-files.ts';

const MAX_LISTED_FILES = 200_000;
/** A tree without git is walked no longer than this: it may be a home directory, or `/`. */
const WALK_MS = 20_000;
const MAX_CHANGED = 200;

export interface ListOptions {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Called with each file, relative to the folder, `/` between names; at most MAX_LISTED_FILES times. */
  onFile(path: string): void;
  signal: AbortSignal;
}

/**
 * Lists the files under a folder that git would look at: by git itself, or where there is none by walking through it.
 * Resolves with those that were changed last, newest first; nothing of a folder that cannot be read. Rejects only when the
 * signal is aborted.
 */
export async function listWorkspace(options: ListOptions): Promise<string[]> {
  const listing = await gitListing(options);
  if (listing === null) {
    await walk(options);
    return [];
  }
  const { changed, gone, files } = await readListing(listing, options.signal);
  const pacer = createPacer(options.signal);
  let count = 0;
  for (const file of files) {
    if (gone.has(file)) continue;
    if (count === MAX_LISTED_FILES) break;
    if (pacer.isDue()) await pacer.rest();
    options.onFile(file);
    count += 1;
  }
  return newestFirst(
    options.folder,
    [...changed].filter((file) => !gone.has(file)),
  );
}

interface Listing {
  files: Set<string>;
  changed: Set<string>;
  gone: Set<string>;
}

/** A path stands there once for each thing that is true of it, its letter and a blank before it. */
async function readListing(listing: string, signal: AbortSignal): Promise<Listing> {
  const pacer = createPacer(signal);
  const read: Listing = { files: new Set(), changed: new Set(), gone: new Set() };
  for (let start = 0, end = listing.indexOf('\0'); end >= 0; end = listing.indexOf('\0', start)) {
    const tag = listing[start];
    const path = listing.slice(start + 2, end);
    start = end + 1;
    if (tag === 'R') read.gone.add(path);
    else read.files.add(path);
    if (tag === 'C' || tag === '?') read.changed.add(path);
    if (pacer.isDue()) await pacer.rest();
  }
  return read;
}

async function newestFirst(folder: string, files: readonly string[]): Promise<string[]> {
  const times = await Promise.all(
    files.slice(0, MAX_CHANGED).map(async (file) => {
      const stats = await stat(join(folder, file)).catch(() => null);
      return { file, at: stats?.mtimeMs ?? 0 };
    }),
  );
  return times.sort((one, other) => other.at - one.at).map(({ file }) => file);
}

async function walk({ folder, onFile, signal }: ListOptions): Promise<void> {
  const deadline = performance.now() + WALK_MS;
  const pacer = createPacer(signal);
  let count = 0;
  try {
    for await (const { path } of walkFiles(folder, { signal, onUnreadable: () => {} })) {
      onFile(path);
      count += 1;
      if (count === MAX_LISTED_FILES || performance.now() > deadline) return;
      if (pacer.isDue()) await pacer.rest();
    }
  } catch (thrown) {
    signal.throwIfAborted();
    // The folder itself cannot be read: then there is nothing to mention.
    if ((thrown as NodeJS.ErrnoException).code === undefined) throw thrown;
  }
}
