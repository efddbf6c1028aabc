import { printableJson } from '../core/text/printable-json.ts';
import { formatTable } from '../core/text/format-table.ts';
import { messageOf, SimseError } from '../core/errors.ts';
import { EXIT_FAILED, EXIT_OK } from '../core/exit-codes.ts';
import type { AppContext } from '../session/app-context.ts';
import { askYesNo } from '../session/ask-yes-no.ts';
import { sessionRow } from '../session/records/session-row.ts';
import type { SessionMeta } from '../store/session-meta.ts';
import { createSessionStore, type SessionStore } from '../store/session-store.ts';
import { fitRow } from '../tui/draw/line.ts';
import { rowText, span } from '../tui/draw/span.ts';
import { sizeOf } from '../tui/terminal/terminal.ts';

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
    throw new SimseError('usage', 'There is nobody to ask whether to remove them.', {
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
  store: SessionStore,
  { id }: SessionMeta,
): Promise<boolean> {
  try {
    await store.remove(id);
  } catch (error) {
    if (!(error instanceof SimseError)) throw error;
    note(messageOf(error));
    return false;
  }
  stdout.write(
    flags.outputFormat === 'text' ? `Removed ${id}.\n` : `${printableJson({ removed: { id } })}\n`,
  );
  return true;
}
