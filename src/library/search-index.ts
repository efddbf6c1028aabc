import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import type { LibraryEntry, LibraryFilter } from '../core/ports/library.ts';

/** A hit before its entry is read. */
export interface IndexHit {
  id: string;
  score: number;
  /** The words of the entry that were found, lower case. */
  terms: string[];
}

/** The full-text index over all entries, in memory. */
export interface SearchIndex {
  put(entry: LibraryEntry): void;
  remove(id: string): void;
  /** Best first. `isWanted` filters before anything is counted. */
  search(text: string, isWanted: (id: string) => boolean): IndexHit[];
  /** For `loadSearchIndex`. */
  toJSON(): AsPlainObject;
}

const FUZZY_FROM_CHARS = 5;
const FUZZINESS = 0.2;
const PREFIX_FROM_CHARS = 2;

const OPTIONS: Options<LibraryEntry> = {
  fields: ['title', 'tags', 'topic', 'text'],
  extractField: (entry, field) => {
    const value = entry[field as keyof LibraryEntry];
    return Array.isArray(value) ? value.join(' ') : (value ?? '');
  },
  // What is gone is swept out while entries are put in, without a pause of its own.
  autoVacuum: false,
};

const SEARCH = {
  boost: { title: 3, tags: 2, topic: 2 },
  prefix: (term: string) => term.length >= PREFIX_FROM_CHARS,
  fuzzy: (term: string) => (term.length >= FUZZY_FROM_CHARS ? FUZZINESS : false),
};

export function createSearchIndex(): SearchIndex {
  return wrap(new MiniSearch(OPTIONS));
}

/** The index that `toJSON` gave. Throws for anything else. */
export function loadSearchIndex(stored: AsPlainObject): SearchIndex {
  return wrap(MiniSearch.loadJS(stored, OPTIONS));
}

function wrap(index: MiniSearch<LibraryEntry>): SearchIndex {
  return {
    put(entry) {
      if (index.has(entry.id)) index.discard(entry.id);
      index.add(entry);
    },
    remove(id) {
      if (index.has(id)) index.discard(id);
    },
    search(text, isWanted) {
      const filter = ({ id }: { id: string }): boolean => isWanted(id);
      const all = index.search(text, { ...SEARCH, filter, combineWith: 'AND' });
      // Better an entry that has some of the words than none at all.
      const results = all.length > 0 ? all : index.search(text, { ...SEARCH, filter, combineWith: 'OR' });
      return results.map(({ id, score, terms }) => ({ id: String(id), score, terms }));
    },
    toJSON: () => index.toJSON(),
  };
}

/** Whether an entry passes a filter. Tags count without case. */
export function fitsFilter(
  { topic, tags }: Pick<LibraryEntry, 'topic' | 'tags'>,
  filter: LibraryFilter,
): boolean {
  if (filter.topic !== undefined && filter.topic !== topic) return false;
  return (filter.tags ?? []).every((tag) => tags.includes(tag.toLowerCase()));
}
