import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import * as z from 'zod';
import { messageOf, SimseError } from '../../core/errors.ts';
import { withLock } from '../../platform/process-lock.ts';
import { writeFileAtomic } from '../../platform/write-atomic.ts';
import type { PinnedTool } from './tool-definition.ts';

/** Texts are left out where the file would be longer, oldest servers first: then only that a tool changed can be told. */
const MAX_FILE_CHARS = 8 * 1024 * 1024;
/** What is longer was not written by simse. A character takes at most three bytes. */
const MAX_FILE_BYTES = 3 * MAX_FILE_CHARS;

const serverSchema = z.object({
  key: z.string(),
  /** For whoever reads the file; the key alone counts. */
  name: z.string(),
  tools: z.array(z.object({ name: z.string(), hash: z.string(), text: z.string() })),
});

const fileSchema = z.object({
  version: z.literal(1),
  /** Written after the file could not be read: it may have forgotten servers, so none that it lacks is new to the user. */
  rebuilt: z.boolean().default(false),
  servers: z.array(serverSchema),
});

export interface PinnedServer {
  key: string;
  /** In the config. */
  name: string;
  tools: readonly PinnedTool[];
}

/** All that is pinned, of every server, oldest first. */
export interface Pins {
  rebuilt: boolean;
  servers: readonly PinnedServer[];
}

/** As readPins; a file that is still the one that was read last is not read again, since many servers start at once. */
export function createPinReader(file: string): () => Promise<Pins | null> {
  let last: { stamp: string; pins: Promise<Pins | null> } | null = null;
  return async () => {
    const stamp = await stampOf(file);
    if (stamp === null || last?.stamp !== stamp) last = { stamp: stamp ?? '', pins: readPins(file) };
    return last.pins;
  };
}

/** What the file says; null when it is there and cannot be read. Never rejects. */
async function readPins(file: string): Promise<Pins | null> {
  try {
    const { size } = await stat(file);
    return size > MAX_FILE_BYTES ? null : fileSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? { rebuilt: false, servers: [] } : null;
  }
}

/** Tells a file from the one that takes its place; null when there is none. */
async function stampOf(file: string): Promise<string | null> {
  const stats = await stat(file, { bigint: true }).catch(() => null);
  return stats === null ? null : [stats.ino, stats.mtimeNs, stats.size].join(' ');
}

/** Makes of the pins what they shall be; null leaves them as they are. Is handed null when they cannot be read. */
type PinUpdate = (pins: Pins | null) => Pins | null;

export type PinWriter = (update: PinUpdate) => Promise<void>;

/**
 * Writes updates of a pin file one after the other. Those that come while one is being written go to disk together: many
 * servers that start at once cost two writes, not one each. Rejects with SimseError('store_failed').
 */
export function createPinWriter(file: string): PinWriter {
  let waiting: PinUpdate[] = [];
  let next: Promise<void> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  const writeWaiting = async (): Promise<void> => {
    const updates = waiting;
    waiting = [];
    next = null;
    await updatePins(file, (pins) => applyAll(updates, pins));
  };

  return (update) => {
    waiting.push(update);
    if (next !== null) return next;
    const written = last.then(writeWaiting);
    next = written;
    last = written.catch(() => {}); // Told to those who wait for it.
    return written;
  };
}

function applyAll(updates: readonly PinUpdate[], pins: Pins | null): Pins | null {
  let current = pins;
  let isChanged = false;
  for (const update of updates) {
    const updated = update(current);
    isChanged ||= updated !== null;
    current = updated ?? current;
  }
  return isChanged ? current : null;
}

/**
 * Replaces the file by what `update` makes of it, while no other simse does; null from it leaves the file alone. Rejects
 * with SimseError('store_failed').
 */
async function updatePins(file: string, update: (pins: Pins | null) => Pins | null): Promise<void> {
  const dir = dirname(file);
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await withLock(dir, basename(file, '.json'), async () => {
      const updated = update(await readPins(file));
      if (updated !== null) await writeFileAtomic(file, toText(updated), 0o600);
    });
  } catch (error) {
    throw new SimseError('store_failed', `${file} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}

function toText({ rebuilt, servers }: Pins): string {
  const write = (listed: readonly PinnedServer[]): string =>
    `${JSON.stringify({ version: 1, rebuilt, servers: listed }, null, 1)}\n`;
  const text = write(servers);
  if (text.length <= MAX_FILE_CHARS) return text;
  const fitted = write(withoutOldTexts(servers, text.length - MAX_FILE_CHARS));
  if (fitted.length <= MAX_FILE_CHARS) return fitted;
  throw new SimseError('limit', 'it is full');
}

/** The servers with `excess` characters of text less, or with as little text as there can be. */
function withoutOldTexts(servers: readonly PinnedServer[], excess: number): PinnedServer[] {
  let left = excess;
  return servers.map((server) => {
    if (left <= 0) return server;
    left -= server.tools.reduce((sum, { text }) => sum + text.length, 0);
    return { ...server, tools: server.tools.map((tool) => ({ ...tool, text: '' })) };
  });
}
