import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import type { LibraryEntry, LibraryFilter } from '../core/library.ts';
import { LazyPostings, type PackedPostings, packPostings } from './packed-postings.ts';

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
  pack(): PackedIndex;
}

/** As it is kept on disk. */
export interface PackedIndex {
  /** All but the terms. */
  head: AsPlainObject;
  terms: [string, PackedPostings][];
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

/** The index that `pack` gave. Throws for anything else. */
export function loadSearchIndex({ head, terms }: PackedIndex): SearchIndex {
  const index = MiniSearch.loadJS(head, OPTIONS);
  const postings = postingsOf(index);
  for (const [term, packed] of terms) postings.set(term, new LazyPostings(packed));
  return wrap(index);
}

function pack(index: MiniSearch<LibraryEntry>): PackedIndex {
  const terms = Array.from(postingsOf(index), ([term, postings]): [string, PackedPostings] => [
    term,
    packPostings(postings),
  ]);
  return { head: headOf(index), terms };
}

interface TermMap extends Iterable<[string, Map<number, Map<number, number>>]> {
  set(term: string, postings: Map<number, Map<number, number>>): unknown;
}

/** The library has its terms protected, and no other way to load them than all at once. */
function postingsOf(index: MiniSearch<LibraryEntry>): TermMap {
  return (index as unknown as { _index: TermMap })._index;
}

/** What the library itself writes, of an index like this one without terms. */
function headOf(index: MiniSearch<LibraryEntry>): AsPlainObject {
  const withoutTerms = Object.create(index, { _index: { value: [] } }) as MiniSearch<LibraryEntry>;
  return withoutTerms.toJSON();
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
    pack: () => pack(index),
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
