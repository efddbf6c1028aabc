import type { LibraryEntry, LibraryEntryInfo } from '../core/ports/library.ts';
import { fingerprint } from './fingerprint.ts';
import type { FileStamp } from './library-folder.ts';

/** What is kept of an entry in place of its text. */
export interface EntryRecord extends LibraryEntryInfo, FileStamp {
  fingerprint: string;
}

export function toRecord({ text, ...info }: LibraryEntry, { mtimeMs, size }: FileStamp): EntryRecord {
  return { ...info, mtimeMs, size, fingerprint: fingerprint(text) };
}

export function toInfo({
  mtimeMs: _at,
  size: _size,
  fingerprint: _print,
  ...info
}: EntryRecord): LibraryEntryInfo {
  return info;
}

export function isSameFile(one: FileStamp | undefined, other: FileStamp): boolean {
  return one?.mtimeMs === other.mtimeMs && one.size === other.size;
}
