import * as z from 'zod';
import { SimseError } from '../../core/errors.ts';
import { countOf } from '../../core/text/quantities.ts';
import { applyEdit, type Edit } from '../files/apply-edit.ts';
import { changeFile, missingFile, readOldText } from './file-access.ts';
import { defineModelTool, PATH_INPUT, type ToolContext, type ToolInvocation } from './tool.ts';

const EDIT_INPUT = {
  old_text: z
    .string()
    .min(1, 'it is empty; to make a file, or to write all of one, use write_file')
    .describe('the text to replace, with its indentation'),
  new_text: z.string().describe('the text to put in its place'),
  replace_all: z.boolean().default(false).describe('replace every exact occurrence'),
};

interface GivenEdit {
  old_text: string;
  new_text: string;
  replace_all: boolean;
}

function toEdit({ old_text: oldText, new_text: newText, replace_all: replaceAll }: GivenEdit): Edit {
  return { oldText, newText, replaceAll };
}

/** Replaces one text in a file. */
export const EDIT_FILE = defineModelTool({
  name: 'edit_file',
  description:
    'Replaces a text in a file with another. The old text must occur in the file exactly once: include surrounding lines where it is short. For several changes in one file use multi_edit.',
  isReadOnly: false,
  input: z.object({ path: PATH_INPUT, ...EDIT_INPUT }),
  prepare: ({ path: given, ...one }, context) =>
    editFile(context, { name: 'edit_file', path: given, edits: [toEdit(one)] }),
});

/** Replaces several texts in one file. */
export const MULTI_EDIT = defineModelTool({
  name: 'multi_edit',
  description:
    'Replaces several texts in one file, one after the other, each applied to what the ones before it left: all of them, or none.',
  isReadOnly: false,
  input: z.object({ path: PATH_INPUT, edits: z.array(z.object(EDIT_INPUT)).min(1) }),
  prepare: ({ path: given, edits }, context) =>
    editFile(context, { name: 'multi_edit', path: given, edits: edits.map(toEdit) }),
});

interface EditFileInput {
  /** Which of the tools asks for it. */
  name: string;
  path: string;
  /** Made one after the other: all of them, or none. */
  edits: readonly Edit[];
}

/** Replaces parts of a file. What someone else changed in it meanwhile stays. */
function editFile(context: ToolContext, { name, path: given, edits }: EditFileInput): ToolInvocation {
  const path = context.workspace.resolve(given);
  const shown = context.workspace.display(path.given);
  return {
    name,
    kind: 'edit',
    title: `Edit ${shown}`,
    locations: [{ path: path.given }],
    rawInput: { path: path.given, edits },
    async run(call) {
      const oldText = await readOldText(call, path);
      if (oldText === null) throw await missingFile(call, path);
      const hasChanged = context.seen.hasChanged(path.real, oldText);
      const newText = edits.reduce((text, edit, index) => applyOne(text, edit, index, edits.length), oldText);
      const content = await changeFile(call, { path, oldText, newText });
      context.seen.noteEdit(path.real, oldText, newText);
      const notes = hasChanged ? [`${shown} had changed since you read it; what changed there is kept.`] : [];
      return {
        ok: true,
        answer: { text: `Edited ${shown}: ${countOf(edits.length, 'place')}.`, form: 'markdown', notes },
        content,
      };
    },
  };
}

/** Of several edits the one that cannot be made is named. */
function applyOne(text: string, edit: Edit, index: number, count: number): string {
  try {
    return applyEdit(text, edit);
  } catch (error) {
    if (count === 1 || !(error instanceof SimseError)) throw error;
    throw new SimseError(
      error.code,
      `Nothing was changed, for edit ${index + 1} of ${count}: ${error.message}`,
    );
  }
}
