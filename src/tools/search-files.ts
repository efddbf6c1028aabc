import { join } from 'node:path';
import { SimseError } from '../core/errors.ts';
import { probeFile } from './probe-file.ts';
import { type LineMatch, searchText } from './search-text.ts';
import { walkFiles } from './walk-files.ts';

export const MAX_MATCHES = 500;
const MAX_FILE_BYTES = 1024 * 1024;
/** How many files are read at a time: reading may mean asking another process. */
const BATCH_SIZE = 16;

export interface SearchOptions {
  folder: string;
  regex: RegExp;
  /** Gets a file's text by its absolute path. When it throws, the file is left out and counted. */
  readText(path: string): Promise<string>;
  signal: AbortSignal;
}

export interface FileMatch extends LineMatch {
  /** Relative to the folder. */
  path: string;
}

export interface SearchResult {
  matches: FileMatch[];
  /** How many more lines matched than are listed. */
  more: number;
  /** How many files have matching lines. */
  files: number;
  /** Files that were not searched: over 1 MB, or not readable. Binary ones are not worth a word. */
  tooLarge: number;
  refused: number;
  /** Folders that could not be read. */
  unreadable: string[];
}

/** Searches the text files under a folder, ignored ones left out. Listed are at most MAX_MATCHES lines. */
export async function searchFiles(options: SearchOptions): Promise<SearchResult> {
  const { folder, signal } = options;
  const result = emptyResult();
  const onUnreadable = (path: string): void => void result.unreadable.push(path);
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    const outcomes = await Promise.all(batch.map((path) => searchFile(path, options)));
    for (const outcome of outcomes) addOutcome(result, outcome);
    batch = [];
  };
  for await (const { path, isLink } of walkFiles(folder, { signal, onUnreadable })) {
    if (!isLink) batch.push(path);
    if (batch.length === BATCH_SIZE) await flush();
  }
  await flush();
  return result;
}

/** Searches one text, as that of a file named on purpose. Its matches have an empty path. */
export function searchOneText(text: string, regex: RegExp): SearchResult {
  const result = emptyResult();
  addOutcome(
    result,
    searchText(text, regex).map((match) => ({ path: '', ...match })),
  );
  return result;
}

function emptyResult(): SearchResult {
  return { matches: [], more: 0, files: 0, tooLarge: 0, refused: 0, unreadable: [] };
}

type FileOutcome = FileMatch[] | 'refused' | 'tooLarge';

async function searchFile(
  path: string,
  { folder, regex, readText, signal }: SearchOptions,
): Promise<FileOutcome> {
  try {
    const absolute = join(folder, path);
    const probe = await probeFile(absolute);
    if (probe.isBinary) return [];
    if (probe.bytes > MAX_FILE_BYTES) return 'tooLarge';
    const text = await readText(absolute);
    signal.throwIfAborted();
    return searchText(text, regex).map((match) => ({ path, ...match }));
  } catch (error) {
    // A pattern that takes too long ends the search; a file that cannot be read is only left out.
    if (signal.aborted || (error instanceof SimseError && error.code === 'limit')) throw error;
    return 'refused';
  }
}

function addOutcome(result: SearchResult, outcome: FileOutcome): void {
  if (typeof outcome === 'string') {
    result[outcome] += 1;
    return;
  }
  const room = MAX_MATCHES - result.matches.length;
  result.files += outcome.length > 0 ? 1 : 0;
  result.more += Math.max(0, outcome.length - room);
  result.matches.push(...outcome.slice(0, room));
}
