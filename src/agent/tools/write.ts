import * as z from 'zod';
import { countOf } from '../../core/text/quantities.ts';
import { changeFile, readOldText } from './file-access.ts';
import { defineModelTool, PATH_INPUT, type ToolContext, type ToolInvocation } from './tool.ts';

/** Writes a whole file. */
export const WRITE_FILE = defineModelTool({
  name: 'write_file',
  description:
    'Writes a whole file, creating folders as needed. For new files; an existing one must be read completely first. To change part of a file use edit_file.',
  isReadOnly: false,
  input: z.object({ path: PATH_INPUT, content: z.string() }),
  prepare: ({ path: given, content }, context) =>
    writeFile(context, { path: given, text: content, onlySeen: true }),
});

interface WriteFileInput {
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
  return {
    name: 'write_file',
    kind: 'edit',
    title: `Write ${shown}`,
    locations: [{ path: path.given }],
    rawInput: { path: path.given, content: text },
    async run(call) {
      const oldText = await readOldText(call, path);
      if (onlySeen && oldText !== null) context.seen.requireSeen(path.real, oldText, shown);
      const content = await changeFile(call, { path, oldText, newText: text });
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
