import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, SimseError } from '../core/errors.ts';
import { writeFileAtomic } from '../platform/write-atomic.ts';
import { type ConfigFormat, checkConfigText, readConfigText } from './read-config-file.ts';

const EMPTY_FILE = '{}\n';

/** How often somebody else may change the file while it is edited before that is given up. */
const MAX_TRIES = 5;

/**
 * Changes the text of a config file, which is made when it is not there; a reader sees the old text or the new, and what
 * somebody else writes meanwhile is edited and not lost. A file that
 * is wrong is left alone: SimseError('config'). `mode` is the permission bits that the file then has, its own without.
 * Rejects with SimseError('store_failed') when it cannot be written.
 */
export async function editConfigFile<T>(
  file: string,
  format: ConfigFormat<T>,
  edit: (text: string) => string,
  mode?: number,
): Promise<void> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (await editOnce(file, format, edit, mode)) return;
  }
  throw new SimseError('store_failed', `${file} cannot be written: something else keeps changing it.`);
}

/** False when the file was no longer what had been edited. */
async function editOnce<T>(
  file: string,
  format: ConfigFormat<T>,
  edit: (text: string) => string,
  mode: number | undefined,
): Promise<boolean> {
  const read = await readConfigText(file);
  const before = read ?? EMPTY_FILE;
  checkConfigText(before, file, format);
  const after = edit(before);
  checkConfigText(after, file, format);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return await writeFileAtomic(file, after, mode, async () => (await readConfigText(file)) === read);
  } catch (error) {
    throw new SimseError('store_failed', `${file} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}
