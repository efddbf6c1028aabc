import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, SimseError } from '../core/errors.ts';
import { writeFileAtomic } from '../platform/write-atomic.ts';
import { checkConfigText, type ConfigFormat, readConfigText } from './read-config-file.ts';

const EMPTY_FILE = '{}\n';

/**
 * Changes the text of a config file, which is made when it is not there; a reader sees the old text or the new. A file that
 * is wrong is left alone: SimseError('config'). `mode` is the permission bits that the file then has, its own without.
 * Rejects with SimseError('store_failed') when it cannot be written.
 */
export async function editConfigFile<T>(
  file: string,
  format: ConfigFormat<T>,
  edit: (text: string) => string,
  mode?: number,
): Promise<void> {
  const before = (await readConfigText(file)) ?? EMPTY_FILE;
  checkConfigText(before, file, format);
  const after = edit(before);
  checkConfigText(after, file, format);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(file, after, mode);
  } catch (error) {
    throw new SimseError('store_failed', `${file} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}
