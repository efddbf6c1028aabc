import type { Backend } from '../../core/ports/backend.ts';
import type { AppContext } from '../../session/app-context.ts';
import { idleServices } from '../../session/backend/session-services.ts';
import { trustedBackend } from '../shared/confirm-trust.ts';
import { printDone, printList } from '../shared/print-list.ts';

/** What is done to a session that a backend keeps. */
export type SessionChange = { verb: 'delete' | 'archive'; id: string };

/**
 * `simse agents sessions [name]`: the sessions that a backend keeps for this directory; or deletes or archives one.
 * Throws SimseError('backend_failed') when the backend offers no such thing.
 */
export async function runAgentsSessions(
  app: AppContext,
  name: string | undefined,
  change: SessionChange | null,
): Promise<number> {
  const chosen = await trustedBackend(app, name);
  await using backend = await chosen.connect(
    idleServices(() => {}),
    app.signal,
    app.cwd,
  );
  if (change === null) await printSessions(app, backend);
  else await changeSession(app, backend, change);
  return 0;
}

async function printSessions(app: AppContext, backend: Backend): Promise<void> {
  printList(app, {
    name: 'sessions',
    items: await backend.listSessions(app.cwd),
    row: ({ id, updatedAt, title }) => [id, formatTime(updatedAt), title ?? ''],
    empty: `${backend.name} keeps no sessions of ${app.cwd}.`,
  });
}

async function changeSession(
  { flags, stdout }: AppContext,
  backend: Backend,
  { verb, id }: SessionChange,
): Promise<void> {
  const done = verb === 'delete' ? 'deleted' : 'archived';
  await (verb === 'delete' ? backend.deleteSession(id) : backend.archiveSession(id));
  printDone({ stdout, flags }, `${backend.name} has ${done} ${id}.`, {
    [done]: { backend: backend.name, id },
  });
}

/** As `2026-01-02 03:04` in UTC; a time that is no date is left out. */
function formatTime(updatedAt: number | undefined): string {
  if (updatedAt === undefined) return '';
  return new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' ');
}
