import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SimseError } from '../core/errors.ts';
import { isRecord } from '../core/json.ts';
import { processStartedAt } from '../platform/process-started-at.ts';
import { parseJson } from './parse-json.ts';

const LOCK_NAME = /^writer-(\d+)\.lock$/;
/** How long a lock file that says nothing is taken for one that is just being written. */
const WRITING_MS = 5000;

/**
 * Makes this process the only writer of a session's folder until the returned function is called. Throws
 * SimseError('store_failed') while another process is that.
 *
 * Lock files are numbered and the highest counts. Whoever finds it left behind by a process that is gone creates the
 * next one, at which only one can succeed; nobody removes a lock but its owner, so none is ever taken from a living one.
 */
export async function lockSession(dir: string): Promise<() => Promise<void>> {
  for (;;) {
    const last = await lastLockNumber(dir);
    if (last > 0 && (await isHeld(lockFile(dir, last)))) {
      throw new SimseError('store_failed', `Session ${basename(dir)} is open in another simse.`, {
        hint: 'Leave it there first, or start a new session.',
      });
    }
    const file = lockFile(dir, last + 1);
    if (await createLock(file)) return () => rm(file, { force: true });
  }
}

function lockFile(dir: string, number: number): string {
  return join(dir, `writer-${number}.lock`);
}

async function lastLockNumber(dir: string): Promise<number> {
  const numbers = (await readdir(dir)).map((name) => Number(LOCK_NAME.exec(name)?.[1] ?? 0));
  return Math.max(0, ...numbers);
}

/** False when the file is there already. */
async function createLock(file: string): Promise<boolean> {
  const owner = { pid: process.pid, startedAt: processStartedAt(process.pid) };
  try {
    await writeFile(file, JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isHeld(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return false; // Released meanwhile.
  const owner = parseJson(text);
  if (!isRecord(owner) || typeof owner['pid'] !== 'number') return isYoung(file);
  return owner['startedAt'] !== null && owner['startedAt'] === processStartedAt(owner['pid']);
}

async function isYoung(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs < WRITING_MS;
}
