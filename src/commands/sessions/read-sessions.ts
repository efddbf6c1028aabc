import { resolve } from 'node:path';
import { SimseError } from '../../core/errors.ts';
import { foldEvents } from '../../core/state/fold-events.ts';
import type { Entry } from '../../core/state/session-state.ts';
import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { printableJson } from '../../core/text/format-table.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import type { AppContext } from '../../session/app-context.ts';
import { exportFormat, exportSession, writeExport } from '../../session/export/export-session.ts';
import { loadProject } from '../../session/load-project.ts';
import { sessionRow } from '../../session/records/describe-session.ts';
import type { SessionHit } from '../../store/search-sessions.ts';
import { createSessionStore } from '../../store/session-store.ts';
import { pickOne } from '../shared/pick-one.ts';
import { printList } from '../shared/print-list.ts';

/** Prints the recorded sessions of this directory, or of all of them, newest first. */
async function printSessions(app: AppContext, all: boolean): Promise<void> {
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

/** `simse sessions list`: the recorded sessions of this directory, or of all, newest first. */
export async function runSessionsList(app: AppContext, all: boolean): Promise<number> {
  await printSessions(app, all);
  return 0;
}

/** `simse sessions show <id>`: the transcript, or with --output-format json its meta and events. */
export async function runSessionsShow(
  { dirs, stdout, flags, note }: AppContext,
  idPrefix: string,
): Promise<number> {
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const { id } = await store.find(idPrefix);
  const { meta, events, damagedLines } = await store.read(id);
  if (damagedLines > 0)
    note(`${damagedLines} damaged ${damagedLines === 1 ? 'line was' : 'lines were'} skipped.`);
  if (flags.outputFormat === 'json') stdout.write(`${printableJson({ meta, events })}\n`);
  else if (flags.outputFormat === 'stream-json')
    for (const event of events) stdout.write(`${printableJson(event)}\n`);
  else
    stdout.write(
      foldEvents(events)
        .entries.map(entryText)
        .filter((text) => text !== '')
        .join('\n'),
    );
  return 0;
}

function entryText(entry: Entry): string {
  switch (entry.kind) {
    case 'prompt':
      return `› ${cleanText(entry.text)}\n`;
    case 'message':
      return entry.role === 'agent' ? `${cleanText(entry.text)}\n` : '';
    case 'tool':
      return `  ${revealLine(entry.call.title || entry.call.kind)} · ${entry.call.status}\n`;
    case 'notice':
      return `  ${entry.level}: ${cleanText(entry.text)}\n`;
    case 'turn_end':
      return entry.stopReason === 'end_turn'
        ? ''
        : `  ${cleanText(entry.error?.message ?? entry.stopReason)}\n`;
  }
}

export interface SearchOptions {
  limit: number;
  /** Only the sessions of this directory. */
  here?: boolean;
}

/** `simse sessions search <words…>`: the sessions in which all of the words were said, best first, with where. */
export async function runSessionsSearch(
  app: AppContext,
  words: readonly string[],
  { limit, here }: SearchOptions,
): Promise<number> {
  const { dirs, cwd, signal, flags, stdout, note } = app;
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const query = { text: words.join(' '), limit, signal, ...(here === true ? { cwd } : {}) };
  const { hits, total } = await store.search(query);
  if (flags.outputFormat === 'text' && hits.length > 0) stdout.write(hits.map(hitLines).join('\n'));
  else
    printList(app, {
      name: 'sessions',
      items: hits.map(({ meta, score, excerpts }) => ({ ...meta, score, excerpts })),
      row: sessionRow,
      empty: `No session has ${words.length === 1 ? 'that' : 'all of that'}.`,
    });
  if (hits.length < total) note(`${total - hits.length} more; --limit <n> shows them.`);
  return 0;
}

function hitLines({ meta, excerpts }: SessionHit): string {
  const about = sessionRow(meta)
    .map(cleanLine)
    .filter((cell) => cell !== '')
    .join('  ');
  return [about, ...excerpts.map((excerpt) => `    ${excerpt}`)].map((line) => `${line}\n`).join('');
}

export interface ExportOptions {
  /** markdown, json or html; else what the file's name says, else Markdown. */
  format?: string;
  /** Else stdout. */
  output?: string;
}

/** `simse sessions export <id>`: a session as Markdown, JSON or an HTML page. */
export async function runSessionsExport(
  { dirs, cwd, stdout, note }: AppContext,
  idPrefix: string,
  { format, output }: ExportOptions,
): Promise<number> {
  const store = createSessionStore({ dataDir: dirs.dataDir });
  const { id } = await store.find(idPrefix);
  const text = await exportSession(await store.read(id), exportFormat(format, output));
  if (output === undefined) stdout.write(text);
  else {
    const file = resolve(cwd, output);
    await writeExport(file, text);
    note(`Exported ${id} to ${file}.`);
  }
  return 0;
}

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
