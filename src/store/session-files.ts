import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { messageOf, SimseError } from '../core/errors.ts';
import { isLocked, type Release, tryLock } from '../platform/process-lock.ts';
import { writeFileAtomic } from '../platform/write-atomic.ts';
import type { SessionMeta } from './session-meta.ts';

const NEWLINE = 0x0a;

/** The files of one session, open for writing by this process alone. */
export interface SessionFiles {
  append(lines: string): Promise<void>;
  writeMeta(meta: SessionMeta): Promise<void>;
  close(): Promise<void>;
}

export function eventsFile(dir: string): string {
  return join(dir, 'events.jsonl');
}

export function metaFile(dir: string): string {
  return join(dir, 'meta.json');
}

/** Opens a session's folder, which is created when it is not there. What is appended starts on a line of its own. */
export async function openSessionFiles(dir: string): Promise<SessionFiles> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const unlock = await lockSession(dir);
  try {
    const events = await openForAppending(eventsFile(dir));
    return {
      append: (lines) => appendWhole(events, lines),
      async writeMeta(meta) {
        await writeFileAtomic(
          metaFile(dir),
          `${JSON.stringify(meta, null, 2)}
`,
          0o600,
        );
      },
      close: async () => {
        await events.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** All of it or nothing. What would be written to a file that has been removed would be lost without a word. */
async function appendWhole(events: FileHandle, lines: string): Promise<void> {
  const { size, nlink } = await events.stat();
  if (nlink === 0) throw Object.assign(new Error('its file was removed'), { code: 'ENOENT' });
  try {
    await events.appendFile(lines);
  } catch (error) {
    // Not every file can be cut; then its last line stays damaged.
    await events.truncate(size).catch(() => undefined);
    throw error;
  }
}

async function openForAppending(file: string): Promise<FileHandle> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const last = await handle.read(Buffer.alloc(1), 0, 1, Math.max(0, size - 1));
    if (last.bytesRead > 0 && last.buffer[0] !== NEWLINE) await handle.appendFile('\n');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const LOCK = 'writer';

/**
 * Makes this process the only writer of a session's folder until the returned function is called. Throws
 * SimseError('store_failed') while another process is that.
 */
export async function lockSession(dir: string): Promise<Release> {
  const release = await tryLock(dir, LOCK);
  if (release !== null) return release;
  throw new SimseError('store_failed', `Session ${basename(dir)} is open in another simse.`, {
    hint: 'Close it there first, or start a new session.',
  });
}

/** Whether a simse, this one too, has the session of a folder open. */
export function isSessionOpen(dir: string): Promise<boolean> {
  return isLocked(dir, LOCK);
}

/** What is being removed is called so first, which no session can be: from then on it cannot be opened. */
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
