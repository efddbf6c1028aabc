import { join } from 'node:path';
import picomatch from 'picomatch';
import { probeFile } from './probe-file.ts';
import { type LineMatch, searchTexts } from './search-text.ts';
import { type WalkedFile, walkFiles } from './walk-files.ts';

export const MAX_MATCHES = 500;
const MAX_FILE_BYTES = 1024 * 1024;
/** Of a file that is known to be worth it. */
const MAX_CANDIDATE_BYTES = 10 * 1024 * 1024;
/** How many files are read at a time: reading may mean asking another process. */
const BATCH_SIZE = 32;

export interface FileSearch {
  folder: string;
  regex: RegExp;
  /** Only in files whose path fits, or whose name does where the glob has no `/`. */
  glob?: string;
  /** How many lines are listed with each match, before it and after it. */
  around?: number;
  /** Of matching lines. */
  limit?: number;
  /** The files worth looking into, where something else knows them; all of the folder's without it. */
  candidates?: readonly string[];
  /** Gets a file's text by its absolute path. When it throws, the file is left out and counted. */
  readText(path: string): Promise<string>;
  signal: AbortSignal;
}

interface FileMatch extends LineMatch {
  /** Relative to the folder. */
  path: string;
}

export interface SearchResult {
  /** With the lines around them. */
  matches: FileMatch[];
  /** How many lines match. */
  total: number;
  /** How many of them are not listed. */
  more: number;
  /** How many files have matching lines. */
  files: number;
  /** Files that were not searched: over 1 MB, or not readable. Binary ones are not worth a word. */
  tooLarge: number;
  refused: number;
  /** Folders that could not be read. */
  unreadable: string[];
}

type Listing = Pick<FileSearch, 'regex' | 'around' | 'limit'>;

/** Searches the text files under a folder, ignored ones left out. Listed are at most MAX_MATCHES lines that match. */
export async function searchFiles(options: FileSearch): Promise<SearchResult> {
  const { folder, signal, glob, candidates } = options;
  const result = emptyResult();
  const onUnreadable = (path: string): void => void result.unreadable.push(path);
  const files = candidates?.map(toFile) ?? walkFiles(folder, { signal, onUnreadable });
  const isWanted =
    glob === undefined ? () => true : picomatch(glob, { dot: true, basename: !glob.includes('/') });
  let batch: string[] = [];
  for await (const { path, isLink } of files) {
    if (!isLink && isWanted(path)) batch.push(path);
    if (batch.length < BATCH_SIZE) continue;
    await searchBatch(batch, options, result);
    batch = [];
  }
  await searchBatch(batch, options, result);
  // That a candidate could not be read would tell that it matches, which is for those to know who may read it.
  return candidates === undefined ? result : { ...result, refused: 0, tooLarge: 0 };
}

/** Searches one text, as that of a file named on purpose. Its matches have an empty path. */
export function searchOneText(text: string, listing: Listing): SearchResult {
  const result = emptyResult();
  addMatches(result, [{ path: '', text }], listing);
  return result;
}

function toFile(path: string): WalkedFile {
  return { path, isLink: false };
}

function emptyResult(): SearchResult {
  return { matches: [], total: 0, more: 0, files: 0, tooLarge: 0, refused: 0, unreadable: [] };
}

async function searchBatch(
  paths: readonly string[],
  { folder, readText, candidates, signal, ...listing }: FileSearch,
  result: SearchResult,
): Promise<void> {
  const maxBytes = candidates === undefined ? MAX_FILE_BYTES : MAX_CANDIDATE_BYTES;
  const read = (path: string) => readSearchable(join(folder, path), maxBytes, readText);
  const texts = await Promise.all(paths.map(read));
  signal.throwIfAborted();
  const readable = texts.flatMap((text, index) => {
    if (typeof text === 'string') return [{ path: paths[index] ?? '', text }];
    if (text !== null) result[text.leftOut] += 1;
    return [];
  });
  addMatches(result, readable, listing);
}

/** The text of a file, null for a binary one, or why it is left out. */
async function readSearchable(
  path: string,
  maxBytes: number,
  readText: FileSearch['readText'],
): Promise<string | { leftOut: 'tooLarge' | 'refused' } | null> {
  try {
    const { isBinary, bytes } = await probeFile(path);
    if (isBinary) return null;
    return bytes > maxBytes ? { leftOut: 'tooLarge' } : await readText(path);
  } catch {
    // The client refused it, or it cannot be read: neither is a reason to lose the other files.
    return { leftOut: 'refused' };
  }
}

function addMatches(
  result: SearchResult,
  files: readonly { path: string; text: string }[],
  { regex, around, limit = MAX_MATCHES }: Listing,
): void {
  const texts = files.map(({ text }) => text);
  for (const [index, lines] of searchTexts(texts, regex, around).entries()) {
    const path = files[index]?.path ?? '';
    result.files += lines.length > 0 ? 1 : 0;
    for (const line of lines) {
      if (line.isContext !== true) result.total += 1;
      if (result.total <= limit) result.matches.push({ path, ...line });
      else if (line.isContext !== true) result.more += 1;
    }
  }
}
