import type { LibraryEntry, NewLibraryEntry } from '../core/ports/library.ts';
import { contentFrom } from './entry-file.ts';
import { slugOf, topicOf } from './entry-id.ts';
import { fingerprint, refuseDuplicate } from './entry-record.ts';
import { createEntry, type StampedEntry } from './library-folder.ts';

/**
 * Writes new entries, one after the other, for as long as no other process writes: what the library has is what it had at first
 * and what was written since, so that the folder need not be looked at for each.
 */
export class EntryShelver {
  /** What was written so far. */
  readonly written: StampedEntry[] = [];
  readonly #dir: string;
  readonly #known: Map<string, string>;
  readonly #ids: Set<string>;

  /** `known` has the ids of what is in the folder by fingerprint; it is added to. */
  constructor(dir: string, known: Map<string, string>) {
    this.#dir = dir;
    this.#known = known;
    this.#ids = new Set(known.values());
  }

  /** Rejects with SimseError('duplicate'), ('usage') or ('limit') for what is refused, ('store_failed') for a disk that fails. */
  async shelve(entry: NewLibraryEntry): Promise<LibraryEntry> {
    const content = contentFrom(entry);
    refuseDuplicate(content.text, this.#known);
    const slug = slugOf(content.title) || 'entry';
    const stamped = await createEntry(this.#dir, topicOf(entry.topic), slug, content, this.#ids);
    this.written.push(stamped);
    this.#ids.add(stamped.entry.id);
    this.#known.set(fingerprint(stamped.entry.text), stamped.entry.id);
    return stamped.entry;
  }
}
