import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, messageOf, SimseError } from '../core/errors.ts';
import { isRecord } from '../core/json.ts';
import { processStartedAt } from './process-table.ts';

/** How long a lock file that says nothing is taken for one that is just being written. */
const WRITING_MS = 5000;
/** How long `withLock` waits for others whose tasks take milliseconds. */
const PATIENCE_MS = 10_000;
const MAX_PAUSE_MS = 40;

export type Release = () => Promise<void>;

/**
 * Takes the lock of a name in an existing folder, or returns null while somebody else has it.
 *
 * Lock files are numbered: whoever finds none that a living process owns creates the next one, at which only one can
 * succeed. Nobody removes a lock but its owner, so none is ever taken from a living one, and one that a crash left behind
 * is passed by. When two numbers come up at once, since a third was just given back, neither gets it.
 */
export async function tryLock(dir: string, name: string): Promise<Release | null> {
  for (;;) {
    const locks = await locksIn(dir, name);
    if (await isAnyHeld(locks)) return null;
    const next = Math.max(0, ...locks.keys()) + 1;
    const file = join(dir, `${name}-${next}.lock`);
    if (!(await createLock(file))) continue;
    const release = () => rm(file, { force: true });
    const others = await locksIn(dir, name);
    others.delete(next);
    if (!(await isAnyHeld(others))) return release;
    await release();
    return null;
  }
}

/** Whether a living process has the lock of a name in a folder. */
export async function isLocked(dir: string, name: string): Promise<boolean> {
  return isAnyHeld(await locksIn(dir, name));
}

/**
 * Runs a short task while nobody else, in this process or another, holds the lock of that name in the folder. Rejects
 * with SimseError('store_failed') when it cannot be had within `patienceMs`, and as the task does.
 */
export async function withLock<T>(
  dir: string,
  name: string,
  task: () => Promise<T>,
  patienceMs = PATIENCE_MS,
): Promise<T> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const release = await tryLock(dir, name);
    if (release !== null) {
      try {
        return await task();
      } finally {
        await release();
      }
    }
    if (Date.now() > deadline) {
      throw new SimseError('store_failed', `${join(dir, name)} is locked by another simse.`);
    }
    await delay(Math.random() * MAX_PAUSE_MS);
  }
}

/** The lock files there are, by number. */
async function locksIn(dir: string, name: string): Promise<Map<number, string>> {
  const locks = new Map<number, string>();
  for (const file of await readdir(dir)) {
    const number = file.startsWith(`${name}-`)
      ? /^(\d+)\.lock$/.exec(file.slice(name.length + 1))?.[1]
      : undefined;
    if (number !== undefined) locks.set(Number(number), join(dir, file));
  }
  return locks;
}

async function isAnyHeld(locks: ReadonlyMap<number, string>): Promise<boolean> {
  const held = await Promise.all([...locks.values()].map(isHeld));
  return held.includes(true);
}

/** False when the file is there already. Rejects with SimseError('store_failed') when it cannot be written. */
async function createLock(file: string): Promise<boolean> {
  const owner = { pid: process.pid, startedAt: processStartedAt(process.pid) };
  try {
    await writeFile(file, JSON.stringify(owner), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    // On a full disk the file is there, and empty.
    await rm(file, { force: true }).catch(() => undefined);
    throw new SimseError('store_failed', `${file} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}

async function isHeld(file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return false; // Released meanwhile.
  const owner = readOwner(text);
  if (owner === null) return isYoung(file);
  return owner.startedAt !== null && owner.startedAt === processStartedAt(owner.pid);
}

/** null for a lock that was cut by a crash, or is only being written. */
function readOwner(text: string): { pid: number; startedAt: unknown } | null {
  try {
    const owner: unknown = JSON.parse(text);
    if (!isRecord(owner) || typeof owner['pid'] !== 'number') return null;
    return { pid: owner['pid'], startedAt: owner['startedAt'] };
  } catch {
    return null;
  }
}

async function isYoung(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => null);
  return stats !== null && Date.now() - stats.mtimeMs < WRITING_MS;
}
