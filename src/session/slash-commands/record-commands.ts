import { resolve } from 'node:path';
import { SimseError } from '../../core/errors.ts';
import { formatTable } from '../../core/text/format-table.ts';
import type { CommandResult } from '../../core/ports/session-commands.ts';
import type { RecordedSession } from '../../store/session-store.ts';
import { compactsItself, whyNotCompact } from '../turns/compaction.ts';
import { exportFormat, exportSession, writeExport } from '../export/export-session.ts';
import { eventsToTurn } from '../records/fork-session.ts';
import { sessionRow } from '../records/describe-session.ts';
import { answerLines, type CommandContext, type SlashCommand } from './slash-command.ts';

/** The commands on what is recorded of this session and of others. */
export const RECORD_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'resume',
    hint: '[number|id]',
    description: 'go on with an earlier session of this directory',
    run: runResume,
  },
  {
    name: 'fork',
    hint: '[turn]',
    description: 'go on in a copy of this session, to the end of a turn',
    run: runFork,
  },
  {
    name: 'export',
    hint: '[file]',
    description: 'write this session to a .md, .html or .json file',
    run: runExport,
  },
  {
    name: 'compact',
    hint: '[what matters]',
    description: 'let the agent go on with a summary; the record keeps everything',
    run: runCompact,
  },
];

const SHOWN = 15;
const BUSY = 'A turn runs. Esc interrupts it.';

/** A small number is one of the list, whatever ids begin with. */
async function runResume(argument: string, { getState, records }: CommandContext): Promise<CommandResult> {
  const listed = (await records.others()).slice(0, SHOWN);
  if (argument === '') {
    if (listed.length === 0) return answerLines(['There is no other session of this directory.']);
    const rows = formatTable(listed.map((meta, index) => [String(index + 1), ...sessionRow(meta)]));
    const text = [rows.trimEnd(), '/resume <number> or /resume <id> goes on with one.'].join('\n');
    return { kind: 'panel', panel: 'resume', item: null, text };
  }
  if (getState().turn !== null) return answerLines([BUSY]);
  const numbered = /^\d{1,2}$/.test(argument) ? listed[Number(argument) - 1] : undefined;
  const { id } = await records.findFree(numbered?.id ?? argument);
  if (id === getState().sessionId) return answerLines(['That is this session.']);
  return { kind: 'open', next: { id, fork: false } };
}

async function runFork(argument: string, { getState, records }: CommandContext): Promise<CommandResult> {
  if (getState().turn !== null) return answerLines([BUSY]);
  const { meta, events } = await ownRecord(records);
  if (argument === '') return { kind: 'open', next: { id: meta.id, fork: true } };
  if (!/^\d{1,6}$/.test(argument))
    return answerLines(['Which turn? /fork <n> goes on from the end of the nth.']);
  const turn = Number(argument);
  eventsToTurn(events, turn);
  return { kind: 'open', next: { id: meta.id, fork: true, turn } };
}

async function runExport(argument: string, { getState, records }: CommandContext): Promise<CommandResult> {
  const recorded = await ownRecord(records);
  const file = resolve(getState().cwd, argument === '' ? `simse-${recorded.meta.id}.md` : argument);
  await writeExport(file, await exportSession(recorded, exportFormat(undefined, file)));
  return answerLines([`The session is in ${file}.`]);
}

async function ownRecord(records: CommandContext['records']): Promise<RecordedSession> {
  try {
    return await records.own();
  } catch (error) {
    if (!(error instanceof SimseError) || error.code !== 'no_session') throw error;
    throw new SimseError('no_session', 'Nothing of this session is recorded yet.', { cause: error });
  }
}

/** The turn itself makes a summary of it: see compaction.ts. */
function runCompact(argument: string, { getState }: CommandContext): CommandResult {
  const state = getState();
  const reason = compactsItself(state) ? null : whyNotCompact(state);
  return reason === null ? { kind: 'prompt', text: `/compact ${argument}`.trim() } : answerLines([reason]);
}
