import type { ToolCallContent } from '@agentclientprotocol/sdk';
import { SimseError } from '../../core/errors.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { withJudgedFile } from '../../platform/judged-file.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { type FileRecord, textHash, type TextStore } from '../files/change-log.ts';
import { askPermission } from '../tools/ask-permission.ts';
import { changeFile, readOldText, requireUnchanged } from '../tools/change-file.ts';
import {
  type RunningCall,
  textContent,
  type ToolContext,
  type ToolInvocation,
  type ToolOutcome,
  type ToolSummary,
} from '../tools/tool-invocation.ts';

/** Puts one file back to what it held, unless somebody else changed it since. */
export function restoreFile(context: ToolContext, store: TextStore, file: FileRecord): ToolInvocation {
  const path = context.workspace.resolve(file.path);
  const shown = context.workspace.display(path.given);
  const what: ToolSummary = {
    name: 'restore_file',
    kind: file.before === null ? 'delete' : 'edit',
    title: file.before === null ? `Remove ${shown}` : `Put back ${shown}`,
    locations: [{ path: path.given }],
    rawInput: { path: path.given },
  };
  return {
    ...what,
    async run(call) {
      if (file.isShared === true) {
        throw new SimseError(
          'tool_failed',
          `${shown} was also changed by somebody else in between, and is left as it is.`,
        );
      }
      const now = await readOldText(context, call, what, path);
      if ((now === null ? null : textHash(now)) !== file.after) {
        throw new SimseError(
          'tool_failed',
          `${shown} was changed since by somebody else, and is left as it is.`,
        );
      }
      if (now !== null && file.before === null)
        return removeFile(context, call, what, { path, oldText: now });
      if (file.before === null)
        return { ok: true, answer: { text: `${shown} is gone already.`, form: 'markdown' }, content: [] };
      const newText = await store.read(file.before);
      if (newText === null) throw new SimseError('tool_failed', `What ${shown} held is not kept any more.`);
      const content = await changeFile(context, call, what, { path, oldText: now, newText });
      const commands = file.byCommand === true ? ', with what commands had changed in it' : '';
      return { ok: true, answer: { text: `Put back ${shown}${commands}.`, form: 'markdown' }, content };
    },
  };
}

/** The protocol has no way to have the client remove a file. */
async function removeFile(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  file: { path: ResolvedPath; oldText: string },
): Promise<ToolOutcome> {
  const { given, real } = file.path;
  const shown = context.workspace.display(given);
  const before = await context.changes.keep(file.oldText);
  const content: ToolCallContent[] = [{ type: 'diff', path: given, oldText: file.oldText, newText: '' }];
  await askPermission(context, call, { ...what, content }, `remove ${real}`);
  await requireUnchanged(context, call, what, file);
  await withJudgedFile(real, (judged) => judged.remove()).catch((error) => rethrowFileFailure(error, shown));
  context.changes.note(real, before, null);
  const text = `Removed ${shown}, which was not there before.`;
  return { ok: true, answer: { text, form: 'markdown' }, content: [textContent(text)] };
}
