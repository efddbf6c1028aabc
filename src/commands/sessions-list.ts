import type { AppContext } from '../session/app-context.ts';
import { printList } from '../session/print-list.ts';
import { createSessionStore } from '../store/session-store.ts';

/** `simse sessions list`: the recorded sessions of this directory, or of all, newest first. */
export async function runSessionsList(app: AppContext, all: boolean): Promise<number> {
  const store = createSessionStore({ dataDir: app.dirs.dataDir });
  const items = await store.list(all ? {} : { cwd: app.cwd });
  printList(app, {
    name: 'sessions',
    items,
    row: ({ id, updatedAt, backend, turns, title, cwd }) => [
      id,
      new Date(updatedAt).toISOString().slice(0, 16).replace('T', ' '),
      backend,
      turns === 1 ? '1 turn' : `${turns} turns`,
      ...(all ? [cwd] : []),
      title ?? '',
    ],
    empty: all
      ? 'No sessions are recorded.'
      : `No sessions of ${app.cwd} are recorded; --all lists those of every directory.`,
  });
  return 0;
}
