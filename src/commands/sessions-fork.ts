import { printableJson } from '../core/text/printable-json.ts';
import type { AppContext } from '../session/app-context.ts';
import { forkSession } from '../session/records/fork-session.ts';
import { createSessionStore } from '../store/session-store.ts';

/** `simse sessions fork <id> [turn]`: copies a session, to the end of a turn; prints the copy's id. */
export async function runSessionsFork(
  { dirs, stdout, flags }: AppContext,
  idPrefix: string,
  turn: number | undefined,
): Promise<number> {
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const { id: of } = await store.find(idPrefix);
  const id = await forkSession(store, { id: of }, turn);
  stdout.write(flags.outputFormat === 'text' ? `${id}\n` : `${printableJson({ forked: { id, of } })}\n`);
  return 0;
}
