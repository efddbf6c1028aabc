import { readFileSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseJson } from '../core/json.ts';
import { readEventLog } from './read-events.ts';
import { eventsFile, metaFile } from './session-files.ts';
import { isSessionId } from './session-id.ts';
import { emptyMeta, foldMeta, parseMeta, type SessionMeta } from './session-meta.ts';

/** The ids of all sessions below a folder, which may be missing. */
export async function sessionIds(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory() && isSessionId(entry.name)).map(({ name }) => name);
}

/** The meta of all sessions, or of those of one directory; the one that was last used comes first. */
export async function listMeta(root: string, cwd?: string): Promise<SessionMeta[]> {
  const found: SessionMeta[] = [];
  for (const id of await sessionIds(root)) {
    const meta = await readMeta(join(root, id)).catch(() => null); // Removed meanwhile.
    if (meta && (cwd === undefined || meta.cwd === cwd)) found.push(meta);
  }
  return found.sort((one, other) => other.updatedAt - one.updatedAt || (one.id < other.id ? -1 : 1));
}

/** The meta of a session's folder; from its events, as far as they go, when meta.json is missing or damaged. */
export async function readMeta(dir: string): Promise<SessionMeta> {
  return readMetaFile(dir) ?? (await rebuildMeta(dir));
}

/** Waits for the disk, since a listing reads thousands of these: 10,000 take 0.08 s so, and 0.3 s by promises. */
function readMetaFile(dir: string): SessionMeta | null {
  try {
    return parseMeta(parseJson(readFileSync(metaFile(dir), 'utf8')), basename(dir));
  } catch {
    return null; // Not there, or out of reach.
  }
}

async function rebuildMeta(dir: string): Promise<SessionMeta> {
  const { events } = await readEventLog(eventsFile(dir)).catch(() => ({ events: [] }));
  const meta = events.reduce(foldMeta, emptyMeta(basename(dir)));
  if (events.length > 0) return meta;
  const { mtimeMs } = await stat(dir);
  return { ...meta, createdAt: mtimeMs, updatedAt: mtimeMs };
}
