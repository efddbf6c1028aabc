import { randomBytes } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { messageOf, SimseError } from '../core/errors.ts';
import { lockSession } from './session-lock.ts';

/** What is being removed is called so first, which no session can be: from then on nobody can open it. */
const REMOVED = '.removed-';

/**
 * Removes a session's folder with all that is in it, and what an earlier removal that was cut short has left. Throws
 * SimseError('store_failed') while another simse has the session open, or when it cannot be removed.
 */
export async function removeSession(dir: string): Promise<void> {
  const unlock = await lockSession(dir);
  const root = dirname(dir);
  try {
    await rename(dir, join(root, `${REMOVED}${basename(dir)}-${randomBytes(4).toString('hex')}`));
    const removed = (await readdir(root)).filter((name) => name.startsWith(REMOVED));
    await Promise.all(removed.map((name) => rm(join(root, name), { recursive: true, force: true })));
  } catch (cause) {
    await unlock().catch(() => {}); // It may have gone already.
    const message = `Session ${basename(dir)} cannot be removed: ${messageOf(cause)}`;
    throw new SimseError('store_failed', message, { cause });
  }
}
