import type { PromptLookups } from '../../../core/ports/session.ts';
import type { CommandValue } from '../../../core/ports/session-commands.ts';
import type { FileMatch } from '../../../core/ports/workspace-files.ts';
import { fitPath, normaliseQuery } from '../../../core/text/fuzzy-path.ts';

/** What was looked up for the draft outside of the screen, and what it was looked up for. */
export interface LookupView {
  /** null while no file is being mentioned. */
  readonly files: { query: string; matches: readonly FileMatch[]; isReading: boolean } | null;
  /** What the path of a shell command may become; null while none is typed. */
  readonly paths: { typed: string; matches: readonly string[] } | null;
  /** What may follow a command, by valuesKey. */
  readonly values: ReadonlyMap<string, readonly CommandValue[]>;
}

/** What the draft wants to be looked up. */
export interface Lookup {
  /** What is typed of a file's name. */
  files: string | null;
  /** The path that is typed in a shell command. */
  path: string | null;
  values: ValuesQuery | null;
}

export interface ValuesQuery {
  command: string;
  /** That stand before the word which is typed. */
  words: readonly string[];
}

export const NOTHING_LOOKED_UP: LookupView = { files: null, paths: null, values: new Map() };

export function valuesKey({ command, words }: ValuesQuery): string {
  return JSON.stringify([command, ...words]);
}

/**
 * The files that fit what is typed. Until they have been looked up, those of the last list that fit it as well: a list must
 * not come and go with every key.
 */
export function matchesFor(typed: string, { files }: LookupView): readonly FileMatch[] {
  if (files === null) return [];
  if (files.query === typed) return files.matches;
  return files.matches.flatMap(({ path }) => {
    const fit = fitPath(normaliseQuery(typed), path);
    return fit === null ? [] : [{ path, positions: fit.positions }];
  });
}

/** While the names are read for the first time, what has been found so far is looked at anew. */
const READING_MS = 500;
/** Typing more narrows them down. */
const MAX_FILES = 50;

/** Looks up what completions are made of and the session knows: its files, and what may follow its commands. */
export class LookupFeed {
  readonly #session: PromptLookups;
  readonly #changed: () => void;
  readonly #unsubscribe: () => void;
  #view: LookupView = NOTHING_LOOKED_UP;
  #file: string | null = null;
  #path: string | null = null;
  #values: string | null = null;
  #searching = new AbortController();
  #reading: NodeJS.Timeout | undefined;

  /** `changed` is called when there is another view. */
  constructor(session: PromptLookups, changed: () => void) {
    this.#session = session;
    this.#changed = changed;
    this.#unsubscribe = session.files.onChange(() => {
      if (this.#file !== null) void this.#search(this.#file);
    });
  }

  view(): LookupView {
    return this.#view;
  }

  want({ files, path, values }: Lookup): void {
    this.#wantFiles(files);
    this.#wantPath(path);
    this.#wantValues(values);
  }

  close(): void {
    this.#unsubscribe();
    this.#searching.abort();
    clearTimeout(this.#reading);
  }

  #wantFiles(query: string | null): void {
    if (query === this.#file) return;
    // A mention begins: what it may name is what is there now.
    if (this.#file === null) this.#session.files.warmUp();
    this.#file = query;
    this.#searching.abort();
    clearTimeout(this.#reading);
    if (query === null) this.#view = { ...this.#view, files: null };
    else void this.#search(query);
  }

  async #search(query: string): Promise<void> {
    this.#searching.abort();
    clearTimeout(this.#reading);
    this.#searching = new AbortController();
    const { signal } = this.#searching;
    const matches = await this.#session.files.search(query, MAX_FILES, signal);
    if (signal.aborted) return;
    const isReading = this.#session.files.isReading();
    this.#view = { ...this.#view, files: { query, matches, isReading } };
    if (isReading) this.#reading = setTimeout(() => void this.#search(query), READING_MS);
    this.#changed();
  }

  #wantPath(typed: string | null): void {
    if (typed === this.#path) return;
    this.#path = typed;
    if (typed === null) this.#view = { ...this.#view, paths: null };
    else void this.#listPaths(typed);
  }

  async #listPaths(typed: string): Promise<void> {
    const matches = await this.#session.files.completePath(typed);
    if (this.#path !== typed) return;
    this.#view = { ...this.#view, paths: { typed, matches } };
    this.#changed();
  }

  /** Each time that a word begins they are asked for anew; until then the old ones are shown. */
  #wantValues(query: ValuesQuery | null): void {
    const key = query === null ? null : valuesKey(query);
    if (key === this.#values) return;
    this.#values = key;
    if (query !== null && key !== null) void this.#ask(query, key);
  }

  async #ask({ command, words }: ValuesQuery, key: string): Promise<void> {
    const values = await this.#session.commands.values(command, words);
    this.#view = { ...this.#view, values: new Map([[key, values]]) };
    if (this.#values === key) this.#changed();
  }
}
