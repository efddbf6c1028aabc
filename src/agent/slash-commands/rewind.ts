import { cleanLine } from '../../core/text/clean-text.ts';
import { filesSince, type TextStore, type TurnRecord } from '../files/change-log.ts';
import { countOf } from '../tools/count-of.ts';
import type { ToolContext } from '../tools/tool-invocation.ts';
import { runToolCall } from '../turn/run-tool-call.ts';
import { restoreFile } from './restore-file.ts';

export interface RewindParts {
  context: ToolContext;
  store: TextStore;
  signal: AbortSignal;
  nextCallId(): string;
}

/** `/rewind`: lists the turns, or puts the files back to what they were before one. Resolves with what is said of it. */
export async function rewind(argument: string, parts: RewindParts): Promise<string> {
  const turns = parts.context.changes.turns();
  if (!turns.some(({ files }) => files.length > 0))
    return withCommands('Nothing was changed in this session.', turns);
  if (argument === '') return listTurns(turns, parts.context);
  const number = Number(argument);
  if (!Number.isInteger(number) || number < 1 || number > turns.length) {
    return `There is no turn ${cleanLine(argument)}: the session has ${countOf(turns.length, 'turn')}.`;
  }
  return restore(number - 1, parts);
}

function listTurns(turns: readonly TurnRecord[], { workspace }: ToolContext): string {
  const lines = turns.flatMap(({ title, files }, index) =>
    files.length === 0
      ? []
      : [`${index + 1}. ${cleanLine(title)}: ${files.map(({ path }) => workspace.display(path)).join(', ')}`],
  );
  const list = ['`/rewind <number>` puts files back to before that turn:', '', ...lines].join('\n');
  return withCommands(list, turns);
}

async function restore(turn: number, { context, store, signal, nextCallId }: RewindParts): Promise<string> {
  // What is put back is a change as well, and can be taken back.
  const undone = context.changes.turns().slice(turn);
  const files = filesSince(undone, 0).filter(({ before, after }) => before !== after);
  if (files.length === 0) return withCommands(`Nothing was changed since turn ${turn + 1}.`, undone);
  context.changes.beginTurn(`/rewind ${turn + 1}`);
  const said: string[] = [];
  for (const file of files) {
    const { answer } = await runToolCall(context, restoreFile(context, store, file), nextCallId(), signal);
    said.push(`- ${answer.text}`);
  }
  const turns = context.changes.turns();
  const isChange = turns.at(-1)?.files.length !== 0;
  if (isChange) said.push('', `\`/rewind ${turns.length}\` takes this back.`);
  return withCommands(said.join('\n'), undone);
}

/** Nobody knows all that commands do. */
function withCommands(text: string, turns: readonly TurnRecord[]): string {
  const ran = turns.some(({ ranCommands }) => ranCommands === true);
  return ran ? `${text}\n\nCommands ran as well: what else they changed stays as it is.` : text;
}
