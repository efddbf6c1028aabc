import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '../platform/write-atomic.ts';
import { lockSession } from './session-lock.ts';
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
