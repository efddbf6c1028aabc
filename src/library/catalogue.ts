import { SimseError } from '../core/errors.ts';
import type { LibraryChange, LibraryEntry } from '../core/ports/library.ts';
import { type EntryRecord, type EntryUpdate, isSameFile, toRecord } from './entry-record.ts';
import { readEntry, type StampedEntry, scanFolder } from './library-folder.ts';
import { readStoredEntries } from './live-index.ts';
import { READ_TOGETHER } from './read-together.ts';

/** What is in the library, as records; only what changed since the last look is read. */
export class Catalogue {
  readonly #dir: string;
  #records = new Map<string, EntryRecord>();
  #stored: Promise<void> | undefined;
  #storedStamp: string | null = null;

  constructor(dir: string) {
    this.#dir = dir;
  }

  /** By id. */
  get records(): ReadonlyMap<string, EntryRecord> {
    return this.#records;
  }

  /** Which index on disk the first records came with; null for none. */
  get storedStamp(): string | null {
    return this.#storedStamp;
  }

  /** Looks at the folder and takes in what is not as it was. Not to be called while it runs. */
  async refresh(apply: (update: EntryUpdate) => void): Promise<LibraryChange[]> {
    await (this.#stored ??= this.#readStored());
    const files = await scanFolder(this.#dir);
    const changes: LibraryChange[] = [];
    const stale = [...files].filter(([id, stamp]) => !isSameFile(this.#records.get(id), stamp));
    for (let at = 0; at < stale.length; at += READ_TOGETHER) {
      const entries = await Promise.all(stale.slice(at, at + READ_TOGETHER).map(([id]) => this.#read(id)));
      for (const [offset, entry] of entries.entries()) {
        const stamp = stale[at + offset]?.[1];
        if (entry === null || stamp === undefined) continue;
        changes.push(this.#take({ entry, stamp }, apply));
      }
    }
    for (const id of this.#records.keys()) {
      if (files.has(id)) continue;
      this.#records.delete(id);
      apply({ kind: 'removed', id });
      changes.push({ kind: 'removed', id });
    }
    return changes;
  }

  /** Takes in what was just written, unless a look has found it already. Not to be called while a refresh runs. */
  add(written: readonly StampedEntry[], apply: (update: EntryUpdate) => void): LibraryChange[] {
    return written
      .filter(({ entry }) => !this.#records.has(entry.id))
      .map((stamped) => this.#take(stamped, apply));
  }

  #take({ entry, stamp }: StampedEntry, apply: (update: EntryUpdate) => void): LibraryChange {
    const kind = this.#records.has(entry.id) ? 'changed' : 'added';
    this.#records.set(entry.id, toRecord(entry, stamp));
    apply({ kind, entry });
    return { id: entry.id, kind };
  }

  async #readStored(): Promise<void> {
    const stored = await readStoredEntries(this.#dir);
    if (stored === null) return;
    this.#records = stored.records;
    this.#storedStamp = stored.stamp;
  }

  /** null for one that was removed since the scan; the next one notices. */
  async #read(id: string): Promise<LibraryEntry | null> {
    try {
      return await readEntry(this.#dir, id);
    } catch (error) {
      if (error instanceof SimseError && error.code === 'not_found') return null;
      throw error;
    }
  }
}
