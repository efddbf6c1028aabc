import { createHash } from 'node:crypto';
import { SimseError } from '../core/errors.ts';
import type { LibraryEntry, LibraryEntryInfo } from '../core/ports/library.ts';
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

/** An entry that came or changed, with its text; or the id of one that went. */
export type EntryUpdate =
  | { kind: 'added' | 'changed'; entry: LibraryEntry }
  | { kind: 'removed'; id: string };

/** The same for texts that differ in case, blanks and line breaks only: what makes two entries duplicates. */
export function fingerprint(text: string): string {
  const plain = text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return createHash('sha256').update(plain).digest('base64url').slice(0, 22);
}

/** Throws SimseError('duplicate') for a text that an entry has. `known` has the entries' ids by fingerprint. */
export function refuseDuplicate(text: string, known: ReadonlyMap<string, string>): void {
  const same = known.get(fingerprint(text));
  if (same === undefined) return;
  throw new SimseError('duplicate', `The library already has this: ${same}.`, {
    hint: `\`simse library edit ${same}\` changes that entry.`,
  });
}
