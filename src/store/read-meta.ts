import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseJson } from './parse-json.ts';
import { readEvents } from './read-events.ts';
import { eventsFile, metaFile } from './session-files.ts';
import { emptyMeta, foldMeta, parseMeta, type SessionMeta } from './session-meta.ts';

/** The meta of a session's folder; from its events, as far as they go, when meta.json is missing or damaged. */
export async function readMeta(dir: string): Promise<SessionMeta> {
  const text = await readFile(metaFile(dir), 'utf8').catch(() => '');
  return parseMeta(parseJson(text), basename(dir)) ?? (await rebuildMeta(dir));
}

async function rebuildMeta(dir: string): Promise<SessionMeta> {
  const { events } = await readEvents(eventsFile(dir)).catch(() => ({ events: [] }));
  const createdAt = events[0]?.at ?? (await stat(dir)).mtimeMs;
  return events.reduce(foldMeta, emptyMeta(basename(dir), createdAt));
}
