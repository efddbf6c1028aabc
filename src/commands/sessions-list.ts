import type { AppContext } from '../session/app-context.ts';
import { printSessions } from './shared/print-sessions.ts';

/** `simse sessions list`: the recorded sessions of this directory, or of all, newest first. */
export async function runSessionsList(app: AppContext, all: boolean): Promise<number> {
  await printSessions(app, all);
  return 0;
}
