import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { SimseError } from '../../core/errors.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { countOf } from '../../core/text/quantities.ts';
import { withJudgedFile } from '../../platform/judged-file.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import {
  type FileRecord,
  filesSince,
  type TextStore,
  type TurnRecord,
  textHash,
} from '../files/change-log.ts';
import { changeFile, readOldText, requireUnchanged } from '../tools/file-access.ts';
import { runInvocation } from '../tools/run-invocation.ts';
import {
  askPermission,
  type RunningCall,
  type RunOutcome,
  type ToolContext,
  type ToolInvocation,
  textContent,
} from '../tools/tool.ts';

interface RewindParts {
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
  const list = ['`/rewind <number>` restores files to before that turn:', '', ...lines].join('\n');
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
    const { answer } = await runInvocation(context, restoreFile(context, store, file), nextCallId(), signal);
    said.push(`- ${answer.text}`);
  }
  const turns = context.changes.turns();
  const isChange = turns.at(-1)?.files.length !== 0;
  if (isChange) said.push('', `\`/rewind ${turns.length}\` undoes this.`);
  return withCommands(said.join('\n'), undone);
}

/** Nobody knows all that commands do. */
function withCommands(text: string, turns: readonly TurnRecord[]): string {
  const ran = turns.some(({ ranCommands }) => ranCommands === true);
  return ran ? `${text}\n\nCommands also ran: other files that they changed were not restored.` : text;
}

/** Puts one file back to what it held, unless someone else has changed it since. */
function restoreFile(context: ToolContext, store: TextStore, file: FileRecord): ToolInvocation {
  const path = context.workspace.resolve(file.path);
  const shown = context.workspace.display(path.given);
  return {
    name: 'restore_file',
    kind: file.before === null ? 'delete' : 'edit',
    title: file.before === null ? `Remove ${shown}` : `Restored ${shown}`,
    locations: [{ path: path.given }],
    rawInput: { path: path.given },
    async run(call) {
      if (file.isShared === true) {
        throw new SimseError(
          'tool_failed',
          `${shown} was also changed by someone else in between, and was left unchanged.`,
        );
      }
      const now = await readOldText(call, path);
      if ((now === null ? null : textHash(now)) !== file.after) {
        throw new SimseError(
          'tool_failed',
          `${shown} was changed by someone else since, and was left unchanged.`,
        );
      }
      if (now !== null && file.before === null) return removeFile(call, { path, oldText: now });
      if (file.before === null)
        return { ok: true, answer: { text: `${shown} was already deleted.`, form: 'markdown' }, content: [] };
      const newText = await store.read(file.before);
      if (newText === null) throw new SimseError('tool_failed', `What ${shown} held is no longer kept.`);
      const content = await changeFile(call, { path, oldText: now, newText });
      const commands = file.byCommand === true ? ', with what commands had changed in it' : '';
      return { ok: true, answer: { text: `Restored ${shown}${commands}.`, form: 'markdown' }, content };
    },
  };
}

/** The protocol has no way to have the client remove a file. */
async function removeFile(
  call: RunningCall,
  file: { path: ResolvedPath; oldText: string },
): Promise<RunOutcome> {
  const { given, real } = file.path;
  const { workspace, changes } = call.context;
  const shown = workspace.display(given);
  const before = await changes.keep(file.oldText);
  const content: ToolCallContent[] = [{ type: 'diff', path: given, oldText: file.oldText, newText: '' }];
  await askPermission(call, `remove ${real}`, { content });
  await requireUnchanged(call, file);
  await withJudgedFile(real, (judged) => judged.remove()).catch((error) => rethrowFileFailure(error, shown));
  changes.note(real, before, null);
  const text = `Removed ${shown}, which did not exist before.`;
  return { ok: true, answer: { text, form: 'markdown' }, content: [textContent(text)] };
}
