import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../core/json.ts';
import { writeFileAtomic } from '../platform/write-atomic.ts';
import type { EntryRecord } from './entry-record.ts';
import { loadSearchIndex, type SearchIndex } from './search-index.ts';

const FOLDER = '.index';
const VERSION = 3;

/** What a start needs to know of ten thousand entries without reading one of them. */
export interface StoredEntries {
  /** Joins the two files: an index that was written with other entries is of no use. */
  stamp: string;
  records: Map<string, EntryRecord>;
}

/** null when there is none, or none that can be read: the index is made of the files and can be made again. */
export async function readStoredEntries(dir: string): Promise<StoredEntries | null> {
  const file = await readJson(join(dir, FOLDER, 'entries.json'));
  if (!isCurrent(file) || !Array.isArray(file['entries'])) return null;
  const records = file['entries'] as EntryRecord[];
  return { stamp: String(file['stamp']), records: new Map(records.map((record) => [record.id, record])) };
}

/** null when there is none that belongs to the stamp. */
export async function readStoredIndex(dir: string, stamp: string): Promise<SearchIndex | null> {
  const file = await readJson(join(dir, FOLDER, 'search.json'));
  if (!isCurrent(file) || file['stamp'] !== stamp) return null;
  try {
    return loadSearchIndex(file['index'] as Parameters<typeof loadSearchIndex>[0]);
  } catch {
    return null; // Of another version of the library that searches.
  }
}

export async function writeStoredIndex(
  dir: string,
  records: ReadonlyMap<string, EntryRecord>,
  index: SearchIndex,
): Promise<void> {
  const stamp = randomUUID();
  const folder = join(dir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const head = { version: VERSION, stamp };
  await writeFileAtomic(join(folder, 'search.json'), JSON.stringify({ ...head, index }), 0o600);
  await writeFileAtomic(
    join(folder, 'entries.json'),
    JSON.stringify({ ...head, entries: [...records.values()] }),
    0o600,
  );
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return null;
  }
}

function isCurrent(file: unknown): file is Record<string, unknown> {
  return isRecord(file) && file['version'] === VERSION && typeof file['stamp'] === 'string';
}
