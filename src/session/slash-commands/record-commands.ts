import { resolve } from 'node:path';
import { SimseError } from '../../core/errors.ts';
import type { LibraryEntryInfo, LibraryHit } from '../../core/ports/library.ts';
import type { CommandResult } from '../../core/ports/session-commands.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import type { SessionMeta } from '../../store/session-meta.ts';
import type { RecordedSession } from '../../store/session-store.ts';
import { exportFormat, exportSession, writeExport } from '../export/export-session.ts';
import { sessionRow } from '../records/describe-session.ts';
import { eventsToTurn } from '../records/fork-session.ts';
import { userTitle } from '../records/session-title.ts';
import {
  answerLines,
  asValues,
  type CommandContext,
  openPanel,
  type SlashCommand,
  tableLines,
} from './slash-command.ts';

/** The commands on what is recorded of this session and of others. */
export const RECORD_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'resume',
    hint: '[number|id]',
    description: 'continue an earlier session of this directory',
    complete: async (words, { earlier }) =>
      words.length > 0
        ? []
        : (await earlier.list()).map(({ id, title }) => ({ value: id, description: cleanLine(title) })),
    run: runResume,
  },
  {
    name: 'fork',
    hint: '[turn]',
    description: 'fork this session, optionally at a turn',
    run: runFork,
  },
  {
    name: 'export',
    hint: '[file]',
    description: 'write this session to a .md, .html or .json file',
    complete: (words) => (words.length > 0 ? [] : asValues(['session.md', 'session.html', 'session.json'])),
    run: runExport,
  },
  { name: 'rename', hint: '<title>', description: 'give the session a title', run: runRename },
  {
    name: 'history',
    hint: '[number]',
    description: 'print earlier entries of a resumed session',
    run: runHistory,
  },
  {
    name: 'library',
    hint: '[words]',
    description: 'the library all your agents share: search, read, add, delete',
    run: (words, { library }) =>
      openPanel(
        'library',
        async () =>
          words === ''
            ? entryLines(await library.list({}))
            : hitLines(await library.search({ text: words, limit: 20 }), words),
        { filter: words },
      ),
  },
];

const SHOWN = 15;
const BUSY = 'A turn is running. Esc interrupts it.';

/** A small number is one of the list, whatever ids begin with. */
async function runResume(argument: string, { getState, records }: CommandContext): Promise<CommandResult> {
  if (argument === '') {
    const sessions = await listed(records);
    // Nothing to pick from is worth no panel.
    if (sessions.length === 0) return answerLines(['There is no other session of this directory.']);
    return openPanel('resume', () => resumeLines(sessions));
  }
  if (getState().turn !== null) return answerLines([BUSY]);
  const numbered = /^\d{1,2}$/.test(argument) ? (await listed(records))[Number(argument) - 1] : undefined;
  const { id } = await records.findFree(numbered?.id ?? argument);
  if (id === getState().sessionId) return answerLines(['That is this session.']);
  return { kind: 'open', next: { id, fork: false } };
}

async function listed(records: CommandContext['records']): Promise<SessionMeta[]> {
  return (await records.others()).slice(0, SHOWN);
}

function resumeLines(sessions: readonly SessionMeta[]): string[] {
  const rows = sessions.map((meta, index) => [String(index + 1), ...sessionRow(meta)]);
  return [...tableLines(rows), '/resume <number> or /resume <id> continues one.'];
}

async function runFork(argument: string, { getState, records }: CommandContext): Promise<CommandResult> {
  if (getState().turn !== null) return answerLines([BUSY]);
  const { meta, events } = await ownRecord(records);
  if (argument === '') return { kind: 'open', next: { id: meta.id, fork: true } };
  if (!/^\d{1,6}$/.test(argument))
    return answerLines(['Which turn? /fork <n> continues from the end of turn n.']);
  const turn = Number(argument);
  eventsToTurn(events, turn);
  return { kind: 'open', next: { id: meta.id, fork: true, turn } };
}

async function runExport(argument: string, { getState, records }: CommandContext): Promise<CommandResult> {
  const recorded = await ownRecord(records);
  const file = resolve(getState().cwd, argument === '' ? `simse-${recorded.meta.id}.md` : argument);
  await writeExport(file, await exportSession(recorded, exportFormat(undefined, file)));
  return answerLines([`Exported to ${file}`]);
}

async function ownRecord(records: CommandContext['records']): Promise<RecordedSession> {
  try {
    return await records.own();
  } catch (error) {
    if (!(error instanceof SimseError) || error.code !== 'no_session') throw error;
    throw new SimseError('no_session', 'Nothing of this session is recorded yet.', { cause: error });
  }
}

function runRename(argument: string, { getState, rename }: CommandContext): CommandResult {
  const title = userTitle(argument);
  const { title: before } = getState();
  if (title !== '') rename(title);
  else if (before === null) return answerLines(['The session has no title. /rename <title> gives it one.']);
  return answerLines([`The session is called ${title || cleanLine(before ?? '')}.`]);
}

function runHistory(argument: string): CommandResult {
  if (argument !== '' && !/^[1-9]\d*$/.test(argument))
    return answerLines([`/history takes a number of entries, not ${argument}.`]);
  return { kind: 'history', most: argument === '' ? Number.POSITIVE_INFINITY : Number(argument) };
}

function entryLines(entries: readonly LibraryEntryInfo[]): string[] {
  if (entries.length === 0) return ['The library is empty.'];
  return tableLines(entries.map(({ id, title }) => [id, title]));
}

function hitLines(hits: readonly LibraryHit[], text: string): string[] {
  if (hits.length === 0) return [`Nothing in the library is about "${text}".`];
  return tableLines(hits.map(({ id, excerpt }) => [id, excerpt]));
}
