import { SimseError } from '../../core/errors.ts';
import { applyEdit, type Edit } from '../files/apply-edit.ts';
import { changeFile, readOldText } from './change-file.ts';
import { countOf } from './count-of.ts';
import { missingFile } from './missing-file.ts';
import type { ToolContext, ToolInvocation, ToolSummary } from './tool-invocation.ts';

export interface EditFileInput {
  path: string;
  /** Made one after the other: all of them, or none. */
  edits: readonly Edit[];
}

/** Replaces parts of a file. What somebody else changed in it meanwhile stays. */
export function editFile(context: ToolContext, { path: given, edits }: EditFileInput): ToolInvocation {
  const path = context.workspace.resolve(given);
  const shown = context.workspace.display(path.given);
  const what: ToolSummary = {
    name: edits.length === 1 ? 'edit_file' : 'multi_edit',
    kind: 'edit',
    title: `Edit ${shown}`,
    locations: [{ path: path.given }],
    rawInput: { path: path.given, edits },
  };
  return {
    ...what,
    async run(call) {
      const oldText = await readOldText(context, call, what, path);
      if (oldText === null) throw await missingFile(context, path, call.signal);
      const hasChanged = context.seen.hasChanged(path.real, oldText);
      const newText = edits.reduce((text, edit, index) => applyOne(text, edit, index, edits.length), oldText);
      const content = await changeFile(context, call, what, { path, oldText, newText });
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
