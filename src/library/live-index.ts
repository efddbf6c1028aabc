import type { EntryUpdate } from './catalogue.ts';
import { createSearchIndex, type SearchIndex } from './search-index.ts';
import { readStoredIndex, writeStoredIndex } from './stored-index.ts';
import type { EntryRecord } from './entry-record.ts';

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
