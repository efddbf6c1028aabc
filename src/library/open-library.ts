import { SimseError } from '../core/errors.ts';
import type {
  Library,
  LibraryChange,
  LibraryChanges,
  LibraryEntry,
  LibraryEntryInfo,
  LibraryFilter,
  LibraryHit,
  LibraryQuery,
  LibraryTopic,
  NewLibraryEntry,
} from '../core/ports/library.ts';
import { Catalogue } from './catalogue.ts';
import { contentFrom, tagsFrom } from './entry-file.ts';
import { topicOf } from './entry-id.ts';
import { type EntryUpdate, refuseDuplicate, toInfo } from './entry-record.ts';
import { EntryShelver } from './entry-shelver.ts';
import {
  createWriteTurns,
  deleteEntry,
  readEntry,
  replaceEntry,
  type StampedEntry,
} from './library-folder.ts';
import { LiveIndex } from './live-index.ts';
import { readTogether } from './read-together.ts';
import { excerptOf, fitsFilter, type IndexHit } from './search-index.ts';
import { type FolderWatch, watchFolder } from './watch-folder.ts';

const DEFAULT_LIMIT = 10;
const WATCH_DELAY_MS = 50;

export interface LibraryOptions {
  /** The folder; made with the first entry. */
  dir: string;
  /**
   * For a process that lives on: changes are noticed as they happen, and a query looks at the folder only after one.
   * Without it every call looks.
   */
  watch: boolean;
}

/** Opens the library; nothing is read before the first call. */
export function openLibrary(options: LibraryOptions): Library {
  return new DiskLibrary(options);
}

class DiskLibrary implements Library {
  readonly #dir: string;
  readonly #catalogue: Catalogue;
  readonly #index: LiveIndex;
  readonly #listeners = new Set<(changes: readonly LibraryChange[]) => void>();
  readonly #watch: FolderWatch | null;
  readonly #inTurn: ReturnType<typeof createWriteTurns>;
  #isDirty = true;
  #hasLooked = false;
  #looking: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor({ dir, watch }: LibraryOptions) {
    this.#dir = dir;
    this.#inTurn = createWriteTurns(dir);
    this.#catalogue = new Catalogue(dir);
    this.#index = new LiveIndex(dir);
    this.#watch = watch ? watchFolder(dir, () => this.#changed()) : null;
  }

  async search({ text, limit = DEFAULT_LIMIT, ...filter }: LibraryQuery): Promise<LibraryHit[]> {
    await this.#refresh();
    const index = await this.#index.load(this.#catalogue.storedStamp, () => this.#readAll());
    this.#storing = this.#storing.then(() => this.#index.store(this.#catalogue.records));
    const { records } = this.#catalogue;
    const wanted = normalFilter(filter);
    const found = index.search(text, (id) => {
      const record = records.get(id);
      return record !== undefined && fitsFilter(record, wanted);
    });
    const hits = await readTogether(found.slice(0, limit), (hit) => this.#toHit(hit));
    return hits.filter((hit) => hit !== null);
  }

  async list(filter: LibraryFilter): Promise<LibraryEntryInfo[]> {
    await this.#refresh();
    const wanted = normalFilter(filter);
    return [...this.#catalogue.records.values()]
      .filter((record) => fitsFilter(record, wanted))
      .map(toInfo)
      .toSorted((one, other) => compare(other.created, one.created) || compare(one.id, other.id));
  }

  async topics(): Promise<LibraryTopic[]> {
    await this.#refresh();
    const counts = new Map<string, number>();
    for (const { topic } of this.#catalogue.records.values()) counts.set(topic, (counts.get(topic) ?? 0) + 1);
    return [...counts]
      .map(([topic, entries]) => ({ topic, entries }))
      .toSorted((one, other) => compare(one.topic, other.topic));
  }

  read(id: string): Promise<LibraryEntry> {
    return readEntry(this.#dir, id);
  }

  shelve(entry: NewLibraryEntry): Promise<LibraryEntry> {
    return this.#shelving((shelver) => shelver.shelve(entry));
  }

  shelveAll(entries: readonly NewLibraryEntry[]): Promise<(LibraryEntry | SimseError)[]> {
    return this.#shelving(async (shelver) => {
      const outcomes: (LibraryEntry | SimseError)[] = [];
      for (const entry of entries) outcomes.push(await shelver.shelve(entry).catch(toRefusal));
      return outcomes;
    });
  }

  #shelving<T>(task: (shelver: EntryShelver) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#refresh();
      const shelver = new EntryShelver(this.#dir, this.#idsByFingerprint());
      try {
        return await task(shelver);
      } finally {
        await this.#takeIn(shelver.written);
      }
    });
  }

  revise(id: string, changes: LibraryChanges): Promise<LibraryEntry> {
    return this.#inTurn(() => this.#revise(id, changes));
  }

  async #revise(id: string, changes: LibraryChanges): Promise<LibraryEntry> {
    const before = await this.read(id);
    const content = contentFrom({ ...before, ...changes });
    await this.#refresh();
    refuseDuplicate(content.text, this.#idsByFingerprint(id));
    await replaceEntry(this.#dir, id, content);
    await this.#refresh(true);
    return { id, topic: before.topic, ...content };
  }

  async withdraw(id: string): Promise<LibraryEntry> {
    const entry = await this.read(id);
    await deleteEntry(this.#dir, id);
    await this.#refresh(true);
    return entry;
  }

  onChange(listener: (changes: readonly LibraryChange[]) => void): () => void {
    this.#listeners.add(listener);
    // So that there is a state for the first change to differ from.
    this.#refresh().catch(() => {});
    return () => void this.#listeners.delete(listener);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    this.#watch?.close();
    await this.#storing;
  }

  #changed(): void {
    this.#isDirty = true;
    if (this.#listeners.size === 0) return;
    // What cannot be read now fails the next call.
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#refresh().catch(() => {});
    }, WATCH_DELAY_MS).unref();
  }

  /** One look after the other: a caller that has waited for its own knows all that was written before it asked. */
  #refresh(force = false): Promise<void> {
    // A look that failed rejects for the caller that asked for it.
    this.#looking = this.#looking.catch(() => {}).then(() => this.#look(force));
    return this.#looking;
  }

  async #look(force: boolean): Promise<void> {
    if (!this.#isDirty && !force && this.#watch?.isComplete === true) return;
    await this.#watch?.update();
    this.#isDirty = false;
    const changes = await this.#takeChanges();
    const isFirst = !this.#hasLooked;
    this.#hasLooked = true;
    if (!isFirst) this.#tell(changes);
  }

  /** Takes in what was written here, after the look that is under way: it may have found that, or have come too early. */
  #takeIn(written: readonly StampedEntry[]): Promise<void> {
    this.#looking = this.#looking
      .catch(() => {})
      .then(() => {
        this.#isDirty = true; // A new topic is not watched yet.
        this.#tell(this.#catalogue.add(written, (update) => this.#index.apply(update)));
      });
    return this.#looking;
  }

  #tell(changes: readonly LibraryChange[]): void {
    if (changes.length === 0) return;
    for (const listener of this.#listeners) listener(changes);
  }

  async #takeChanges(): Promise<LibraryChange[]> {
    try {
      return await this.#catalogue.refresh((update) => this.#index.apply(update));
    } catch (error) {
      this.#isDirty = true;
      throw error;
    }
  }

  #idsByFingerprint(except?: string): Map<string, string> {
    const others = [...this.#catalogue.records.values()].filter(({ id }) => id !== except);
    return new Map(others.map((record) => [record.fingerprint, record.id]));
  }

  async *#readAll(): AsyncGenerator<EntryUpdate> {
    for (const id of this.#catalogue.records.keys()) {
      const entry = await readEntry(this.#dir, id).catch(() => null);
      if (entry !== null) yield { kind: 'changed', entry };
    }
  }

  async #toHit({ id, score, terms }: IndexHit): Promise<LibraryHit | null> {
    const record = this.#catalogue.records.get(id);
    const entry = await readEntry(this.#dir, id).catch(() => null);
    if (record === undefined || entry === null) return null;
    return { ...toInfo(record), score, excerpt: excerptOf(entry.text, terms) };
  }
}

function normalFilter({ topic, tags }: LibraryFilter): LibraryFilter {
  return {
    ...(topic === undefined ? {} : { topic: topicOf(topic) }),
    ...(tags === undefined ? {} : { tags: tagsFrom([...tags]) }),
  };
}

/** Why an entry was refused; throws what is not the entry's own fault. */
function toRefusal(error: unknown): SimseError {
  if (error instanceof SimseError && error.code !== 'store_failed') return error;
  throw error;
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
