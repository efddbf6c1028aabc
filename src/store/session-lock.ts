import { basename } from 'node:path';
import { SimseError } from '../core/errors.ts';
import { isLocked, type Release, tryLock } from '../platform/process-lock.ts';

const LOCK = 'writer';

/**
 * Makes this process the only writer of a session's folder until the returned function is called. Throws
 * SimseError('store_failed') while another process is that.
 */
export async function lockSession(dir: string): Promise<Release> {
  const release = await tryLock(dir, LOCK);
  if (release !== null) return release;
  throw new SimseError('store_failed', `Session ${basename(dir)} is open in another simse.`, {
    hint: 'Leave it there first, or start a new session.',
  });
}

/** Whether a simse, this one too, has the session of a folder open. */
export function isSessionOpen(dir: string): Promise<boolean> {
  return isLocked(dir, LOCK);
}
