import { SimseError } from '../../src/core/errors.ts';
import type {
  LibraryChange,
  LibraryChanges,
  LibraryEntry,
  LibraryEntryInfo,
  LibraryFilter,
  LibraryHit,
  LibraryQuery,
  LibraryTopic,
  NewLibraryEntry,
  SessionLibrary,
} from '../../src/core/ports/library.ts';

/** A library in memory, whose search finds what has the text in it. */
export class MemoryLibrary implements SessionLibrary {
  readonly #entries = new Map<string, LibraryEntry>();
  readonly #listeners = new Set<(changes: readonly LibraryChange[]) => void>();

  async search({ text, limit = 20 }: LibraryQuery): Promise<LibraryHit[]> {
    const words = text.toLowerCase();
    return [...this.#entries.values()]
      .filter((entry) => `${entry.title} ${entry.text}`.toLowerCase().includes(words))
      .slice(0, limit)
      .map(({ text: whole, ...info }) => ({ ...info, score: 1, excerpt: whole.split('\n', 1).join() }));
  }

  async list({ topic }: LibraryFilter): Promise<LibraryEntryInfo[]> {
    const infos = [...this.#entries.values()].map(({ text: _text, ...info }) => info);
    return infos.filter((info) => topic === undefined || info.topic === topic);
  }

  async topics(): Promise<LibraryTopic[]> {
    const counts = new Map<string, number>();
    for (const { topic } of this.#entries.values()) counts.set(topic, (counts.get(topic) ?? 0) + 1);
    return [...counts]
      .map(([topic, entries]) => ({ topic, entries }))
      .toSorted((a, b) => (a.topic < b.topic ? -1 : 1));
  }

  async read(id: string): Promise<LibraryEntry> {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new SimseError('not_found', `There is no entry ${id} in the library.`);
    return entry;
  }

  async shelve({ topic, text, title = text.split('\n', 1).join(), tags = [], source }: NewLibraryEntry) {
    const id = `${topic}/${title.toLowerCase().replaceAll(' ', '-')}`;
    const created = '2026-11-20T10:00:00.000Z';
    const entry = {
      id,
      topic,
      title,
      tags: [...tags],
      created,
      text,
      ...(source === undefined ? {} : { source }),
    };
    return this.#keep(entry, 'added');
  }

  async revise(id: string, changes: LibraryChanges): Promise<LibraryEntry> {
    const { tags, ...rest } = changes;
    const before = await this.read(id);
    return this.#keep({ ...before, ...rest, tags: [...(tags ?? before.tags)] }, 'changed');
  }

  async withdraw(id: string): Promise<LibraryEntry> {
    const entry = await this.read(id);
    this.#entries.delete(id);
    this.#tell(id, 'removed');
    return entry;
  }

  onChange(listener: (changes: readonly LibraryChange[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #keep(entry: LibraryEntry, kind: LibraryChange['kind']): LibraryEntry {
    this.#entries.set(entry.id, entry);
    this.#tell(entry.id, kind);
    return entry;
  }

  #tell(id: string, kind: LibraryChange['kind']): void {
    for (const listener of this.#listeners) listener([{ id, kind }]);
  }
}
