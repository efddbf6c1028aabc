import { changeFile, readOldText } from './change-file.ts';
import { countOf } from './count-of.ts';
import type { ToolContext, ToolInvocation, ToolSummary } from './tool-invocation.ts';

export interface WriteFileInput {
  path: string;
  text: string;
  /** Whether what the file holds now must have been read before. */
  onlySeen: boolean;
}

/** Writes a whole file. */
export function writeFile(
  context: ToolContext,
  { path: given, text, onlySeen }: WriteFileInput,
): ToolInvocation {
  const path = context.workspace.resolve(given);
  const shown = context.workspace.display(path.given);
  const what: ToolSummary = {
    name: 'write_file',
    kind: 'edit',
    title: `Write ${shown}`,
    locations: [{ path: path.given }],
    rawInput: { path: path.given, content: text },
  };
  return {
    ...what,
    async run(call) {
      const oldText = await readOldText(context, call, what, path);
      if (onlySeen && oldText !== null) context.seen.requireSeen(path.real, oldText, shown);
      const content = await changeFile(context, call, what, { path, oldText, newText: text });
      context.seen.note(path.real, text);
      const lines = countOf(text.split('\n').length - (text === '' || text.endsWith('\n') ? 1 : 0), 'line');
      return {
        ok: true,
        answer: { text: `${oldText === null ? 'Created' : 'Wrote'} ${shown}: ${lines}.`, form: 'markdown' },
        content,
      };
    },
  };
}
