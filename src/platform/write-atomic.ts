import { randomBytes } from 'node:crypto';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/**
 * Replaces a file so that a reader, or a crash, sees the old text or the new and nothing between. A symlink stays and
 * its target is replaced; the permission bits stay too, unless `mode` says otherwise. The folder must exist. `mayReplace`
 * has the last word, and false is returned when it says no.
 */
export async function writeFileAtomic(
  path: string,
  text: string | Uint8Array,
  mode?: number,
  mayReplace: () => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const target = await realpath(path).catch(() => path);
  const temporary = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}.tmp`);
  const bits = mode ?? (await stat(target).catch(() => null))?.mode;
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
