import { EXIT_FAILED, EXIT_OK, messageOf, SimseError } from '../../core/errors.ts';
import { formatTable } from '../../core/text/format-table.ts';
import type { AppContext } from '../../session/app-context.ts';
import { sessionRow } from '../../session/records/describe-session.ts';
import { forkSession } from '../../session/records/fork-session.ts';
import { userTitle } from '../../session/records/session-title.ts';
import type { SessionMeta } from '../../store/session-meta.ts';
import { createSessionStore, type RecordedSessions } from '../../store/session-store.ts';
import { fitRow } from '../../tui/draw/line.ts';
import { rowText, span } from '../../tui/draw/span.ts';
import { sizeOf } from '../../tui/terminal/terminal.ts';
import { askYesNo } from '../shared/ask-yes-no.ts';
import { printDone } from '../shared/print-list.ts';

/** `simse sessions rename <id> <title…>`. Refused while another simse has the session open, which has `/rename`. */
export async function runSessionsRename(
  { dirs, stdout, flags }: AppContext,
  idPrefix: string,
  words: readonly string[],
): Promise<number> {
  const title = userTitle(words.join(' '));
  if (title === '') throw new SimseError('usage', 'The title is empty.');
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const { id } = await store.find(idPrefix);
  const { log, events, meta } = await store.resume(id);
  await using opened = log;
  // A new title is no use of the session: --continue goes by when that was.
  opened.append({ type: 'title', title, by: 'user', seq: (events.at(-1)?.seq ?? 0) + 1, at: meta.updatedAt });
  await opened.flush();
  if (opened.failed !== null) throw opened.failed;
  printDone({ stdout, flags }, `${id} is called ${title}.`, { renamed: { id, title } });
  return 0;
}

/** `simse sessions fork <id> [turn]`: copies a session, to the end of a turn; prints the copy's id. */
export async function runSessionsFork(
  { dirs, stdout, flags }: AppContext,
  idPrefix: string,
  turn: number | undefined,
): Promise<number> {
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const { id: of } = await store.find(idPrefix);
  const id = await forkSession(store, { id: of }, turn);
  printDone({ stdout, flags }, `${id}`, { forked: { id, of } });
  return 0;
}

/**
 * `simse sessions rm <id…>`: removes sessions for good, once the user has said so. Nothing is removed when one of them is
 * not there; one that is open in another simse stays, and makes the exit code 1.
 */
export async function runSessionsRm(
  app: AppContext,
  idPrefixes: readonly string[],
  isSure: boolean,
): Promise<number> {
  const store = createSessionStore({ dataDir: app.dirs.dataDir });
  const found = await Promise.all(idPrefixes.map((idPrefix) => store.find(idPrefix)));
  const sessions = [...new Map(found.map((meta) => [meta.id, meta])).values()];
  if (!isSure && !(await confirm(app, sessions))) {
    app.note('Nothing was removed.');
    return EXIT_OK;
  }
  const removed = await Promise.all(sessions.map((meta) => remove(app, store, meta)));
  return removed.includes(false) ? EXIT_FAILED : EXIT_OK;
}

async function confirm(app: AppContext, sessions: readonly SessionMeta[]): Promise<boolean> {
  if (app.stdin.isTTY !== true || app.stderr.isTTY !== true) {
    throw new SimseError('usage', 'There is no terminal to ask on.', {
      hint: '--yes removes them without asking.',
    });
  }
  const { columns } = sizeOf(app.stderr);
  const rows = formatTable(sessions.map(sessionRow)).split('\n');
  app.stderr.write(rows.map((row) => rowText(fitRow([span(row)], columns - 1))).join('\n'));
  const what = sessions.length === 1 ? 'this session' : `these ${sessions.length} sessions`;
  return askYesNo(app, app.stderr, `Remove ${what} for good?`);
}

async function remove(
  { flags, stdout, note }: AppContext,
  store: RecordedSessions,
  { id }: SessionMeta,
): Promise<boolean> {
  try {
    await store.remove(id);
  } catch (error) {
    if (!(error instanceof SimseError)) throw error;
    note(messageOf(error));
    return false;
  }
  printDone({ stdout, flags }, `Removed ${id}.`, { removed: { id } });
  return true;
}
