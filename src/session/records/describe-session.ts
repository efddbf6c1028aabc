import type { JsonObject } from '../../core/json.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { countOf } from '../../core/text/quantities.ts';
import type { SessionMeta } from '../../store/session-meta.ts';

/** A session as clients get it: times in ISO 8601, texts cleaned. */
interface DescribedSession extends JsonObject {
  id: string;
  title: string;
  cwd: string;
  backend: string;
  createdAt: string;
  updatedAt: string;
  turns: number;
}

export function describeSession(meta: SessionMeta): DescribedSession {
  const { id, title, cwd, backend, createdAt, updatedAt, turns } = meta;
  return {
    id,
    title: cleanLine(title ?? ''),
    cwd: cleanLine(cwd),
    backend: cleanLine(backend),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    turns,
  };
}

/** A recorded session as the cells of a table: id, last use (UTC), backend, turns, title. */
export function sessionRow({ id, updatedAt, backend, turns, title }: SessionMeta): string[] {
  const used = new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' ');
  return [id, used, backend, countOf(turns, 'turn'), title ?? ''];
}
