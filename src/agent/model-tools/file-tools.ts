import * as z from 'zod';
import type { Edit } from '../files/apply-edit.ts';
import { MAX_LINES } from '../files/cut-text.ts';
import { editFile } from '../tools/edit-file.ts';
import { listFolder } from '../tools/list-folder.ts';
import { readPart } from '../tools/read-part.ts';
import { writeFile } from '../tools/write-file.ts';
import { defineModelTool } from './define-model-tool.ts';
import type { ModelTool } from './model-tool.ts';

const path = z.string().min(1).describe('relative to the working directory, or absolute');

const edit = {
  old_text: z
    .string()
    .min(1, 'it is empty; to make a file, or to write all of one, use write_file')
    .describe('what stands there, with its indentation'),
  new_text: z.string().describe('what shall stand there instead'),
  replace_all: z.boolean().default(false).describe('every place that is exactly so'),
};

interface GivenEdit {
  old_text: string;
  new_text: string;
  replace_all: boolean;
}

function toEdit({ old_text: oldText, new_text: newText, replace_all: replaceAll }: GivenEdit): Edit {
  return { oldText, newText, replaceAll };
}

/** The tools for files. */
export const FILE_TOOLS: readonly ModelTool[] = [
  defineModelTool({
    name: 'read_file',
    description: `Reads a text file, or looks at a picture (PNG, JPEG, GIF, WebP up to 5 MB). Gives at most ${MAX_LINES} lines and 30 KB at once, without line numbers, and says how to read on. Read whole files where they are short; where you know the place, only its lines.`,
    isReadOnly: true,
    input: z.object({
      path,
      line: z.int().min(1).default(1).describe('the first line to read, counted from 1'),
      limit: z.int().min(1).default(MAX_LINES).describe('how many lines'),
    }),
    prepare: (input, context) => readPart(context, input),
  }),
  defineModelTool({
    name: 'list_directory',
    description:
      'Lists what lies directly in a folder, hidden and ignored files as well. To find files below it use glob.',
    isReadOnly: true,
    input: z.object({ path: path.default('.') }),
    prepare: (input, context) => listFolder(context, input),
  }),
  defineModelTool({
    name: 'write_file',
    description:
      'Writes a whole file, and the folders that it needs. For new files; one that is there already has to be read as a whole before. To change a part of a file use edit_file.',
    isReadOnly: false,
    input: z.object({ path, content: z.string() }),
    prepare: ({ path: given, content }, context) =>
      writeFile(context, { path: given, text: content, onlySeen: true }),
  }),
  defineModelTool({
    name: 'edit_file',
    description:
      'Replaces a text in a file by another. The old text has to stand in the file exactly once: give the lines around it as well where it is short. For several changes in one file use multi_edit.',
    isReadOnly: false,
    input: z.object({ path, ...edit }),
    prepare: ({ path: given, ...one }, context) => editFile(context, { path: given, edits: [toEdit(one)] }),
  }),
  defineModelTool({
    name: 'multi_edit',
    description:
      'Replaces several texts in one file, one after the other, each in what the edits before it have left: all of them, or none.',
    isReadOnly: false,
    input: z.object({ path, edits: z.array(z.object(edit)).min(1) }),
    prepare: ({ path: given, edits }, context) =>
      editFile(context, { path: given, edits: edits.map(toEdit) }),
  }),
];
