import { isRecord } from '../core/json.ts';
import type { StampedEvent } from '../core/state/events.ts';

const META_VERSION = 1;
const TITLE_CHARS = 80;

/** What is known about a session without reading its events. Times in epoch ms. */
export interface SessionMeta {
  version: typeof META_VERSION;
  id: string;
  cwd: string;
  backend: string;
  /** The agent's title, else the start of the first prompt. */
  title: string | null;
  createdAt: number;
  updatedAt: number;
  /** How many turns were started. */
  turns: number;
}

/** The meta of a session of which nothing has been recorded yet. */
export function emptyMeta(id: string): SessionMeta {
  return {
    version: META_VERSION,
    id,
    cwd: '',
    backend: '',
    title: null,
    createdAt: 0,
    updatedAt: 0,
    turns: 0,
  };
}

/** Meta after one more event; folding all events of a session over `emptyMeta` gives its meta. */
export function foldMeta(before: SessionMeta, event: StampedEvent): SessionMeta {
  const meta = {
    ...before,
    createdAt: before.createdAt || event.at,
    updatedAt: Math.max(before.updatedAt, event.at),
  };
  switch (event.type) {
    case 'session_started':
      return { ...meta, cwd: event.cwd, backend: event.backend };
    case 'backend_starting':
    case 'backend_ready':
      return { ...meta, backend: event.backend };
    case 'turn_started':
      return { ...meta, turns: meta.turns + 1, title: meta.title ?? titleOf(event.prompt) };
    case 'title':
      return { ...meta, title: event.title ?? meta.title };
    default:
      return meta;
  }
}

/** Meta as read from meta.json, null when it is not one. `id` is the name of its folder, whatever the file says. */
export function parseMeta(value: unknown, id: string): SessionMeta | null {
  if (!isRecord(value) || value['version'] !== META_VERSION) return null;
  const { cwd, backend, title, createdAt, updatedAt, turns } = value;
  if (typeof cwd !== 'string' || typeof backend !== 'string') return null;
  if (typeof createdAt !== 'number' || typeof updatedAt !== 'number' || typeof turns !== 'number')
    return null;
  const known = typeof title === 'string' ? title : null;
  return { version: META_VERSION, id, cwd, backend, title: known, createdAt, updatedAt, turns };
}

/** The first line of the first text. The blocks may have been read back from a file, so anything can be in them. */
function titleOf(prompt: readonly unknown[]): string | null {
  const [line] = prompt
    .map((block) => (isRecord(block) && typeof block['text'] === 'string' ? block['text'].trim() : ''))
    .filter((text) => text !== '')
    .map((text) => text.split('\n', 1).join());
  return line ? Array.from(line).slice(0, TITLE_CHARS).join('') : null;
}
