import { SimseError } from '../../core/errors.ts';
import type { AppContext } from '../../session/app-context.ts';
import { loadProject } from '../../session/load-project.ts';
import { printSessions } from './read-sessions.ts';
import { sessionRow } from '../../session/records/describe-session.ts';
import { pickOne } from '../shared/pick-one.ts';
import { createSessionStore } from '../../store/session-store.ts';

/**
 * `simse resume`: lets the user pick one of the sessions of this directory, or of all, and returns its id; null when none
 * was picked. Without a terminal it prints them.
 */
export async function runResume(app: AppContext, all: boolean): Promise<string | null> {
  const { dirs, cwd, stdin, stdout, signal } = app;
  const hasTerminal = stdin.isTTY === true && stdout.isTTY === true;
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const sessions = hasTerminal ? await store.list(all ? {} : { cwd }) : [];
  if (sessions.length === 0) {
    await printSessions(app, all);
    return null;
  }
  const picked = await pickOne(app, await loadProject(app), {
    title: 'Go on with',
    items: sessions.map((meta) => ({
      id: meta.id,
      cells: all ? sessionRow(meta).toSpliced(-1, 0, meta.cwd) : sessionRow(meta),
    })),
  });
  const stopped: unknown = signal.reason;
  if (stopped instanceof SimseError) throw stopped;
  return picked;
}
