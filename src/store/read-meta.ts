import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseJson } from './parse-json.ts';
import { readEvents } from './read-events.ts';
import { eventsFile, metaFile } from './session-files.ts';
import { emptyMeta, foldMeta, parseMeta, type SessionMeta } from './session-meta.ts';

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
  const { events } = await readEvents(eventsFile(dir)).catch(() => ({ events: [] }));
  const meta = events.reduce(foldMeta, emptyMeta(basename(dir)));
  if (events.length > 0) return meta;
  const { mtimeMs } = await stat(dir);
  return { ...meta, createdAt: mtimeMs, updatedAt: mtimeMs };
}
