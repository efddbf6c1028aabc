import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

interface ReplaceOptions {
  mode?: number | undefined;
  /** Has the last word, when only the new file's name is left to do. */
  mayReplace?: () => boolean | Promise<boolean>;
}

/**
 * Replaces a file so that a reader, or a crash, sees the old text or the new and nothing between. A symlink stays and
 * its target is replaced; the permission bits stay too, unless `mode` says otherwise. The folder must exist. `mayReplace`
 * has the last word, and false is returned when it says no.
 */
export async function writeFileAtomic(
  path: string,
  text: string | Uint8Array,
  mode?: number,
  mayReplace?: () => Promise<boolean>,
): Promise<boolean> {
  const target = await realpath(path).catch(() => path);
  return replaceFile(target, text, { mode, ...(mayReplace && { mayReplace }) });
}

/** As `writeFileAtomic`, at this very path: a symlink there is replaced itself. */
export async function replaceFile(
  target: string,
  text: string | Uint8Array,
  { mode, mayReplace = () => true }: ReplaceOptions = {},
): Promise<boolean> {
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  const before = await lstat(target).catch(() => null);
  const bits = mode ?? (before?.isFile() === true ? before.mode : undefined);
  try {
    const file = await open(temporary, 'wx', mode ?? 0o666);
    try {
      await file.writeFile(text);
      if (bits !== undefined) await file.chmod(bits & 0o7777);
      await file.sync();
    } finally {
      await file.close();
    }
    const isReplaced = await mayReplace();
    await (isReplaced ? rename(temporary, target) : rm(temporary));
    return isReplaced;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
