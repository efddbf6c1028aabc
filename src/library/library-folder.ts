import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf, isMissing, messageOf, SimseError } from '../core/errors.ts';
import type { LibraryEntry } from '../core/ports/library.ts';
import { withLock } from '../platform/process-lock.ts';
import { writeFileAtomic } from '../platform/write-atomic.ts';
import { type EntryContent, formatEntryFile, parseEntryFile } from './entry-file.ts';
import { entryId, isSlug, splitEntryId } from './entry-id.ts';

const ENDING = '.md';
/** What is longer is not a note, and would make the index useless. */
const MAX_FILE_BYTES = 1024 * 1024;

/** Tells a file that was written since from one that was not. */
export interface FileStamp {
  mtimeMs: number;
  size: number;
}

/** An entry, and its file as it was when it had this text. */
export interface StampedEntry {
  entry: LibraryEntry;
  stamp: FileStamp;
}

/** Every entry's file; a folder that is not there has none. Reads no file. */
export async function scanFolder(dir: string): Promise<Map<string, FileStamp>> {
  const found = new Map<string, FileStamp>();
  for (const topic of await namesIn(dir, 'folders')) {
    for (const file of await namesIn(join(dir, topic), 'files')) {
      // Stat by stat in promises would take several times as long, and there may be ten thousand.
      const stats = statSync(join(dir, topic, file), { throwIfNoEntry: false });
      if (stats?.isFile() !== true || stats.size > MAX_FILE_BYTES) continue;
      found.set(entryId(topic, file.slice(0, -ENDING.length)), { mtimeMs: stats.mtimeMs, size: stats.size });
    }
  }
  return found;
}

async function namesIn(dir: string, wanted: 'folders' | 'files'): Promise<string[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries
      .filter((entry) => (wanted === 'folders' ? entry.isDirectory() : entry.name.endsWith(ENDING)))
      .map(({ name }) => name)
      .filter((name) => isSlug(wanted === 'folders' ? name : name.slice(0, -ENDING.length)));
  } catch (error) {
    if (isMissing(error)) return [];
    throw failure('read', dir, error);
  }
}

/** Rejects with SimseError('not_found'). */
export async function readEntry(dir: string, id: string): Promise<LibraryEntry> {
  const { topic } = splitEntryId(id) ?? missing(id);
  const file = pathOf(dir, id);
  try {
    const [text, stats] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    return { id, topic, ...parseEntryFile(text, stats.mtimeMs) };
  } catch (error) {
    if (isMissing(error)) return missing(id);
    throw failure('read', file, error);
  }
}

/** Puts a new file under the first free one of the names. `taken` are ids that need not be tried. */
export async function createEntry(
  dir: string,
  topic: string,
  slug: string,
  content: EntryContent,
  taken: ReadonlySet<string>,
): Promise<StampedEntry> {
  const folder = join(dir, topic);
  const draft = join(folder, `.${randomUUID()}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = formatEntryFile(content);
    await writeFile(draft, file, { flag: 'wx', mode: 0o600, flush: true });
    const { mtimeMs, size } = await stat(draft);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? slug : `${slug}-${number}`;
      const id = entryId(topic, name);
      if (taken.has(id) || !(await linkFile(draft, join(folder, name + ENDING)))) continue;
      return { entry: { id, topic, ...parseEntryFile(file, mtimeMs) }, stamp: { mtimeMs, size } };
    }
  } catch (error) {
    throw failure('write', folder, error);
  } finally {
    await rm(draft, { force: true });
  }
}

/** False when there is such a file: nothing is ever overwritten, even when another process writes at this moment. */
async function linkFile(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

export async function replaceEntry(dir: string, id: string, content: EntryContent): Promise<void> {
  const file = pathOf(dir, id);
  await writeFileAtomic(file, formatEntryFile(content)).catch((error: unknown) => {
    throw failure('write', file, error);
  });
}

/** Removes the file, and the topic with its last one. */
export async function deleteEntry(dir: string, id: string): Promise<void> {
  const file = pathOf(dir, id);
  try {
    await rm(file);
  } catch (error) {
    throw isMissing(error) ? notFound(id) : failure('remove', file, error);
  }
  // It stays while it has others.
  await rmdir(dirname(file)).catch(() => {});
}

/** Where an entry's file is. Rejects as `not_found` what cannot be an id, as one that leads out of the library. */
function pathOf(dir: string, id: string): string {
  const { topic, name } = splitEntryId(id) ?? missing(id);
  return join(dir, topic, name + ENDING);
}

function missing(id: string): never {
  throw notFound(id);
}

function notFound(id: string): SimseError {
  return new SimseError('not_found', `The library has no entry ${id}.`, {
    hint: '`simse library list` shows what it has.',
  });
}

/** What could not be done with a file or folder of the library, as a SimseError; one that is one stays as it is. */
function failure(verb: string, path: string, cause: unknown): SimseError {
  if (cause instanceof SimseError) return cause;
  return new SimseError('store_failed', `Could not ${verb} ${path} of the library: ${messageOf(cause)}`, {
    cause,
  });
}

/**
 * Makes a function that runs one write to the library after the other, those of other processes too, so that two who write the
 * same at once do not both find it new. It rejects as the write does, or with SimseError('store_failed').
 */
export function createWriteTurns(dir: string): <T>(write: () => Promise<T>) => Promise<T> {
  const folder = join(dir, '.index');
  let before: Promise<unknown> = Promise.resolve();
  const run = async <T>(write: () => Promise<T>): Promise<T> => {
    await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw failure('write', folder, error);
    });
    return withLock(folder, 'writer', write);
  };
  return (write) => {
    const done = before.then(() => run(write));
    before = done.catch(() => {});
    return done;
  };
}
