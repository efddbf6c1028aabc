import { join } from 'node:path';
import { probeFile } from './probe-file.ts';
import { type LineMatch, searchTexts } from './search-text.ts';
import { walkFiles } from './walk-files.ts';

export const MAX_MATCHES = 500;
const MAX_FILE_BYTES = 1024 * 1024;
/** How many files are read at a time: reading may mean asking another process. */
const BATCH_SIZE = 32;

export interface SearchOptions {
  folder: string;
  regex: RegExp;
  /** Gets a file's text by its absolute path. When it throws, the file is left out and counted. */
  readText(path: string): Promise<string>;
  signal: AbortSignal;
}

interface FileMatch extends LineMatch {
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
  for await (const { path, isLink } of walkFiles(folder, { signal, onUnreadable })) {
    if (!isLink) batch.push(path);
    if (batch.length < BATCH_SIZE) continue;
    await searchBatch(batch, options, result);
    batch = [];
  }
  await searchBatch(batch, options, result);
  return result;
}

/** Searches one text, as that of a file named on purpose. Its matches have an empty path. */
export function searchOneText(text: string, regex: RegExp): SearchResult {
  const result = emptyResult();
  addMatches(result, [{ path: '', text }], regex);
  return result;
}

function emptyResult(): SearchResult {
  return { matches: [], more: 0, files: 0, tooLarge: 0, refused: 0, unreadable: [] };
}

async function searchBatch(
  paths: readonly string[],
  { folder, regex, readText, signal }: SearchOptions,
  result: SearchResult,
): Promise<void> {
  const texts = await Promise.all(paths.map((path) => readSearchable(join(folder, path), readText)));
  signal.throwIfAborted();
  const readable = texts.flatMap((text, index) => {
    if (typeof text === 'string') return [{ path: paths[index] ?? '', text }];
    if (text !== null) result[text.leftOut] += 1;
    return [];
  });
  addMatches(result, readable, regex);
}

/** The text of a file, null for a binary one, or why it is left out. */
async function readSearchable(
  path: string,
  readText: SearchOptions['readText'],
): Promise<string | { leftOut: 'tooLarge' | 'refused' } | null> {
  try {
    const { isBinary, bytes } = await probeFile(path);
    if (isBinary) return null;
    return bytes > MAX_FILE_BYTES ? { leftOut: 'tooLarge' } : await readText(path);
  } catch {
    // The client refused it, or it cannot be read: neither is a reason to lose the other files.
    return { leftOut: 'refused' };
  }
}

function addMatches(
  result: SearchResult,
  files: readonly { path: string; text: string }[],
  regex: RegExp,
): void {
  const texts = files.map(({ text }) => text);
  for (const [index, lines] of searchTexts(texts, regex).entries()) {
    const path = files[index]?.path ?? '';
    const room = MAX_MATCHES - result.matches.length;
    result.files += lines.length > 0 ? 1 : 0;
    result.more += Math.max(0, lines.length - room);
    result.matches.push(...lines.slice(0, room).map((line) => ({ path, ...line })));
  }
}
