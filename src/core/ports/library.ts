import type { SimseError } from '../errors.ts';

/** What is known of an entry without reading its text. */
export interface LibraryEntryInfo {
  /** `topic/name`: its file's place in the library, without the ending. */
  id: string;
  topic: string;
  title: string;
  tags: string[];
  /** ISO 8601. */
  created: string;
  /** Who wrote it: `user`, a backend's name, an address. */
  source?: string;
}

export interface LibraryEntry extends LibraryEntryInfo {
  /** Markdown. */
  text: string;
}

export interface LibraryHit extends LibraryEntryInfo {
  /** Higher is better; comparable within one search only. */
  score: number;
  /** The place of the text that fits the query best, one line. */
  excerpt: string;
}

export interface LibraryFilter {
  topic?: string;
  /** Entries that have all of these. */
  tags?: readonly string[];
}

export interface LibraryQuery extends LibraryFilter {
  text: string;
  limit?: number;
}

export interface NewLibraryEntry {
  topic: string;
  /** The first heading or line of the text without it. */
  title?: string;
  text: string;
  tags?: readonly string[];
  source?: string;
  /** ISO 8601; now without it. */
  created?: string;
}

export type LibraryChanges = Partial<Omit<NewLibraryEntry, 'topic' | 'created'>>;

export interface LibraryTopic {
  topic: string;
  entries: number;
}

/** What changed in the library: an entry came, changed or went, by whoever. */
export interface LibraryChange {
  id: string;
  kind: 'added' | 'changed' | 'removed';
}

/**
 * The memory that every agent shares: Markdown entries under topics. Methods see what is on disk now, also what was edited
 * by hand. They reject with SimseError('not_found') for an entry that is not there and ('store_failed') for a folder that
 * cannot be read or written. In a session it is opened when it is first asked for something.
 */
export interface SessionLibrary {
  /** Best first. */
  search(query: LibraryQuery): Promise<LibraryHit[]>;
  /** Newest first. */
  list(filter: LibraryFilter): Promise<LibraryEntryInfo[]>;
  /** By name. */
  topics(): Promise<LibraryTopic[]>;
  read(id: string): Promise<LibraryEntry>;
  /** Rejects with SimseError('duplicate') when an entry says the same. */
  shelve(entry: NewLibraryEntry): Promise<LibraryEntry>;
  /** Replaces what is given; its id stays. */
  revise(id: string, changes: LibraryChanges): Promise<LibraryEntry>;
  /** Resolves with what was removed. */
  withdraw(id: string): Promise<LibraryEntry>;
  /** Called after a change on disk was noticed. Returns the unsubscriber. */
  onChange(listener: (changes: readonly LibraryChange[]) => void): () => void;
}

/** The library itself, held open. */
export interface Library extends SessionLibrary, AsyncDisposable {
  /**
   * Shelves many in the time of a few. Resolves with what became of each, in their order: the entry, or the reason for which
   * `shelve` would have refused it.
   */
  shelveAll(entries: readonly NewLibraryEntry[]): Promise<(LibraryEntry | SimseError)[]>;
}
