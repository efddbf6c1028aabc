import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** Larger files are not worth the wait. */
const MAX_BYTES = 1024 * 1024;
/** A pipe or a device is not waited for, and a link that has come in the meantime not followed. */
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/** The text of a file of at most 1 MB, at once, for what has to be known before anything goes on; null where there is none. */
export function readSmallText(path: string): string | null {
  try {
    const file = openSync(path, FLAGS);
    try {
      const stats = fstatSync(file);
      return stats.isFile() && stats.size <= MAX_BYTES ? readFileSync(file, 'utf8') : null;
    } finally {
      closeSync(file);
    }
  } catch {
    // Not there, or not for us: nobody needs it.
    return null;
  }
}
