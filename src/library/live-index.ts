import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../core/json.ts';
import { writeFileAtomic } from '../platform/write-atomic.ts';
import type { EntryRecord, EntryUpdate } from './entry-record.ts';
import { createSearchIndex, loadSearchIndex, type SearchIndex } from './search-index.ts';

/** The index on disk is written again when this many entries, or this share of all, are not in it as they are. */
const STALE_ENTRIES = 100;
const STALE_SHARE = 0.02;

/**
 * The index of a catalogue, loaded with the first search. What changes before that is kept and put in then; what is not in
 * the file on disk is put in at each start anew, until that is so much that the file is written again.
 */
export class LiveIndex {
  readonly #dir: string;
  #index: SearchIndex | null = null;
  #loading: Promise<SearchIndex> | undefined;
  #pending: EntryUpdate[] = [];
  readonly #stale = new Set<string>();
  #isStored = false;

  constructor(dir: string) {
    this.#dir = dir;
  }

  apply(update: EntryUpdate): void {
    this.#stale.add(update.kind === 'removed' ? update.id : update.entry.id);
    if (this.#index === null) this.#pending.push(update);
    else put(this.#index, update);
  }

  /** `stamp` is that of the entries the updates so far started from. */
  load(stamp: string | null, readAll: () => AsyncIterable<EntryUpdate>): Promise<SearchIndex> {
    this.#loading ??= this.#load(stamp, readAll);
    return this.#loading;
  }

  /** Writes the index where it is worth it. An index that cannot be written costs the next start some time, no more. */
  async store(records: ReadonlyMap<string, EntryRecord>): Promise<void> {
    const limit = Math.max(STALE_ENTRIES, records.size * STALE_SHARE);
    if (this.#index === null || (this.#isStored && this.#stale.size < limit)) return;
    if (!this.#isStored && records.size < STALE_ENTRIES) return;
    this.#isStored = true;
    this.#stale.clear();
    await writeStoredIndex(this.#dir, records, this.#index).catch(() => {});
  }

  async #load(stamp: string | null, readAll: () => AsyncIterable<EntryUpdate>): Promise<SearchIndex> {
    const stored = stamp === null ? null : await readStoredIndex(this.#dir, stamp);
    this.#isStored = stored !== null;
    const index = stored ?? createSearchIndex();
    if (stored === null && stamp !== null) for await (const update of readAll()) put(index, update);
    for (const update of this.#pending) put(index, update);
    this.#pending = [];
    this.#index = index;
    return index;
  }
}

function put(index: SearchIndex, update: EntryUpdate): void {
  if (update.kind === 'removed') index.remove(update.id);
  else index.put(update.entry);
}

const FOLDER = '.index';
const VERSION = 3;

/** What a start needs to know of ten thousand entries without reading one of them. */
interface StoredEntries {
  /** Joins the two files: an index that was written with other entries is of no use. */
  stamp: string;
  records: Map<string, EntryRecord>;
}

/** null when there is none, or none that can be read: the index is made of the files and can be made again. */
export async function readStoredEntries(dir: string): Promise<StoredEntries | null> {
  const file = await readJson(join(dir, FOLDER, 'entries.json'));
  if (!isCurrent(file) || !Array.isArray(file['entries'])) return null;
  const records = file['entries'] as EntryRecord[];
  return { stamp: String(file['stamp']), records: new Map(records.map((record) => [record.id, record])) };
}

/** null when there is none that belongs to the stamp. */
async function readStoredIndex(dir: string, stamp: string): Promise<SearchIndex | null> {
  const file = await readJson(join(dir, FOLDER, 'search.json'));
  if (!isCurrent(file) || file['stamp'] !== stamp) return null;
  try {
    return loadSearchIndex(file['index'] as Parameters<typeof loadSearchIndex>[0]);
  } catch {
    return null; // Of another version of the library that searches.
  }
}

async function writeStoredIndex(
  dir: string,
  records: ReadonlyMap<string, EntryRecord>,
  index: SearchIndex,
): Promise<void> {
  const stamp = randomUUID();
  const folder = join(dir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const head = { version: VERSION, stamp };
  await writeFileAtomic(join(folder, 'search.json'), JSON.stringify({ ...head, index }), 0o600);
  await writeFileAtomic(
    join(folder, 'entries.json'),
    JSON.stringify({ ...head, entries: [...records.values()] }),
    0o600,
  );
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
}

function isCurrent(file: unknown): file is Record<string, unknown> {
  return isRecord(file) && file['version'] === VERSION && typeof file['stamp'] === 'string';
}
