import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { basename, dirname, join, parse, sep } from 'node:path';
import { codeOf, SimseError } from '../core/errors.ts';
import { replaceFile } from './write-atomic.ts';

/**
 * A file at the path by which it was judged, which has no link in it. Whoever puts one there between the judging and the act,
 * in the place of the file or of a folder on the way, gets an error and no file elsewhere is touched.
 */
export interface JudgedFile {
  /** null when there is none. */
  stat(): Stats | null;
  /** For reading. Throws what `open` throws; nothing is waited for, as a pipe's other end would be. */
  open(): Promise<FileHandle>;
  /** Writes it as a whole, or not at all. */
  replace(text: string): Promise<void>;
  remove(): Promise<void>;
}

interface JudgedOptions {
  /** Makes the folders on the way. */
  makeFolders?: boolean;
  /** Whether this system lets a folder be held by a descriptor. */
  canHold?: boolean;
}

/** A folder that stays the same one. */
interface HeldFolder extends Disposable {
  /** Where a name in it is. */
  at(name: string): string;
  isSame(): boolean;
}

/** Linux names what a descriptor is open on, so that no link on the way to it counts any more. */
const DESCRIPTORS = '/proc/self/fd';
/** Opens a folder only to go through it, for which it need not be readable. Linux has it, and Node has no name for it. */
const O_PATH = 0x20_0000;
const THROUGH = O_PATH | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** `path` is absolute and resolved, as the `real` of what was judged. */
export async function withJudgedFile<T>(
  path: string,
  act: (file: JudgedFile) => Promise<T>,
  { makeFolders = false, canHold = existsSync(DESCRIPTORS) }: JudgedOptions = {},
): Promise<T> {
  const hold = canHold ? holdByDescriptor : holdByPath;
  using folder = hold(dirname(path), makeFolders);
  const name = basename(path);
  const stat = (): Stats | null => {
    if (!folder.isSame()) throw leadsElsewhere(path);
    const stats = lstatSync(folder.at(name), { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() === true) throw leadsElsewhere(path);
    return stats ?? null;
  };
  return await act({
    stat,
    open() {
      stat();
      return open(folder.at(name), READ);
    },
    async replace(text) {
      stat();
      const isReplaced = await replaceFile(folder.at(name), text, { mayReplace: folder.isSame });
      if (!isReplaced) throw leadsElsewhere(path);
    },
    async remove() {
      stat();
      await rm(folder.at(name));
    },
  });
}

/** Goes down folder by folder and follows nothing. */
function holdByDescriptor(path: string, makeFolders: boolean): HeldFolder {
  let held = openSync('/', THROUGH);
  const at = (name: string): string => `${DESCRIPTORS}/${held}/${name}`;
  try {
    for (const name of partsOf(path)) {
      const next = openFolder(at(name), path, makeFolders);
      closeSync(held);
      held = next;
    }
  } catch (error) {
    closeSync(held);
    throw error;
  }
  return { at, isSame: () => true, [Symbol.dispose]: () => closeSync(held) };
}

function openFolder(at: string, path: string, make: boolean): number {
  const stats = statOrMake(at, make);
  if (stats?.isSymbolicLink() === true) throw leadsElsewhere(path);
  return openSync(at, THROUGH);
}

/** Where a folder cannot be held it is looked at before each step: what comes between look and step is not seen. */
function holdByPath(path: string, makeFolders: boolean): HeldFolder {
  let folder = parse(path).root;
  for (const name of partsOf(path)) {
    folder = join(folder, name);
    if (statOrMake(folder, makeFolders)?.isSymbolicLink() === true) throw leadsElsewhere(path);
  }
  const { dev, ino } = lstatSync(path, { bigint: true });
  const isSame = (): boolean => {
    const now = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return now?.dev === dev && now.ino === ino && realpathSync.native(path) === path;
  };
  return { at: (name) => join(path, name), isSame, [Symbol.dispose]() {} };
}

function partsOf(path: string): string[] {
  return path
    .slice(parse(path).root.length)
    .split(sep)
    .filter((name) => name !== '');
}

function statOrMake(folder: string, make: boolean): Stats | undefined {
  const stats = lstatSync(folder, { throwIfNoEntry: false });
  if (stats !== undefined || !make) return stats;
  try {
    mkdirSync(folder);
  } catch (error) {
    // Somebody else was quicker: what they have made is looked at too.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return lstatSync(folder, { throwIfNoEntry: false });
}

function leadsElsewhere(path: string): SimseError {
  return new SimseError(
    'denied',
    `A link has appeared in the path to ${path} since it was checked; nothing was touched.`,
  );
}
