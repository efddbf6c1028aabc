import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import type { LibraryEntry, LibraryFilter } from '../core/ports/library.ts';
import { cleanLine } from '../core/text/clean-text.ts';

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

const EXCERPT_CHARS = 160;
/** How much of an excerpt goes before what was found. */
const LEAD_CHARS = 40;

/** The part of a text where most of the terms stand close together, on one line. Terms in lower case. */
export function excerptOf(text: string, terms: readonly string[]): string {
  const line = cleanLine(text);
  const start = bestStart(line.toLowerCase(), terms);
  const from = start <= LEAD_CHARS ? 0 : line.lastIndexOf(' ', start - LEAD_CHARS) + 1;
  const to = from + EXCERPT_CHARS;
  const end = to >= line.length ? line.length : Math.max(line.lastIndexOf(' ', to), from + LEAD_CHARS);
  return `${from > 0 ? '… ' : ''}${line.slice(from, end)}${end < line.length ? ' …' : ''}`;
}

function bestStart(line: string, terms: readonly string[]): number {
  const places = terms.flatMap((term) => placesOf(line, term)).sort((one, other) => one - other);
  let best = { start: 0, found: 0 };
  for (const [index, start] of places.entries()) {
    const found = places.slice(index).filter((place) => place < start + EXCERPT_CHARS - LEAD_CHARS).length;
    if (found > best.found) best = { start, found };
  }
  return best.start;
}

const MAX_PLACES = 50;

function placesOf(line: string, term: string): number[] {
  const places: number[] = [];
  if (term === '') return places;
  for (let at = line.indexOf(term); at >= 0 && places.length < MAX_PLACES; at = line.indexOf(term, at + 1)) {
    places.push(at);
  }
  return places;
}
