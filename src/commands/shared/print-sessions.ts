import { createSessionStore } from '../../store/session-store.ts';
import type { AppContext } from '../../session/app-context.ts';
import { printList } from '../../session/print-list.ts';
import { sessionRow } from '../../session/records/session-row.ts';

/** Prints the recorded sessions of this directory, or of all of them, newest first. */
export async function printSessions(app: AppContext, all: boolean): Promise<void> {
  const store = createSessionStore({ dataDir: app.dirs.dataDir });
  printList(app, {
    name: 'sessions',
    items: await store.list(all ? {} : { cwd: app.cwd }),
    row: (meta) => (all ? sessionRow(meta).toSpliced(-1, 0, meta.cwd) : sessionRow(meta)),
    empty: all
      ? 'No sessions are recorded.'
      : `No sessions of ${app.cwd} are recorded; --all lists those of every directory.`,
  });
}
