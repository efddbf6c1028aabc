import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, SimseError } from '../core/errors.ts';
import { writeFileAtomic } from '../platform/write-atomic.ts';
import { BACKEND_FORMAT } from './backend-layers.ts';
import { checkConfigText, readConfigText } from './read-config-file.ts';

const EMPTY_FILE = '{}\n';

/**
 * Changes the text of an acp.json, which is made when it is not there; a reader sees the old text or the new. A file that
 * is wrong is left alone: SimseError('config'). Rejects with SimseError('store_failed') when it cannot be written.
 */
export async function editBackendFile(file: string, edit: (text: string) => string): Promise<void> {
  const before = (await readConfigText(file)) ?? EMPTY_FILE;
  checkConfigText(before, file, BACKEND_FORMAT);
  const after = edit(before);
  checkConfigText(after, file, BACKEND_FORMAT);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFileAtomic(file, after);
  } catch (error) {
    throw new SimseError('store_failed', `${file} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}
