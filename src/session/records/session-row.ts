import type { SessionMeta } from '../../store/session-meta.ts';

/** A recorded session as the cells of a table: id, last use (UTC), backend, turns, title. */
export function sessionRow({ id, updatedAt, backend, turns, title }: SessionMeta): string[] {
  const used = new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' ');
  return [id, used, backend, turns === 1 ? '1 turn' : `${turns} turns`, title ?? ''];
}
