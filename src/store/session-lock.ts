import { basename } from 'node:path';
import { SimseError } from '../core/errors.ts';
import { type Release, tryLock } from '../platform/process-lock.ts';

/**
 * Makes this process the only writer of a session's folder until the returned function is called. Throws
 * SimseError('store_failed') while another process is that.
 */
export async function lockSession(dir: string): Promise<Release> {
  const release = await tryLock(dir, 'writer');
  if (release !== null) return release;
  throw new SimseError('store_failed', `Session ${basename(dir)} is open in another simse.`, {
    hint: 'Leave it there first, or start a new session.',
  });
}
