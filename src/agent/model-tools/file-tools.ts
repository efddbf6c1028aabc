import * as z from 'zod';
import type { Edit } from '../files/apply-edit.ts';
import { editFile } from '../tools/edit-file.ts';
import { findByGlob } from '../tools/find-by-glob.ts';
import { grep } from '../tools/grep.ts';
import { listFolder } from '../tools/list-folder.ts';
import { readFile } from '../tools/read-file.ts';
import { runShell } from '../tools/run-shell.ts';
import { writeFile } from '../tools/write-file.ts';
import { defineModelTool } from './define-model-tool.ts';
import type { ModelTool } from './model-tool.ts';

const path = z.string().min(1).describe('relative to the working directory, or absolute');

const edit = {
  old_text: z.string().min(1).describe('what stands there, with its indentation'),
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

/** The tools for files and commands. */
export const FILE_TOOLS: readonly ModelTool[] = [
  defineModelTool({
    name: 'read_file',
    description: 'Reads a text file, or some of its lines.',
    isReadOnly: true,
    input: z.object({
      path,
      line: z.int().min(1).optional().describe('the first line to read, counted from 1'),
      limit: z.int().min(1).optional().describe('how many lines'),
    }),
    prepare: ({ path: given, line = 1, limit }, context) =>
      readFile(context, {
        path: given,
        ...(line === 1 && limit === undefined
          ? {}
          : { range: { line, ...(limit === undefined ? {} : { limit }) } }),
      }),
  }),
  defineModelTool({
    name: 'list_directory',
    description: 'Lists what lies in a folder.',
    isReadOnly: true,
    input: z.object({ path: path.default('.') }),
    prepare: (input, context) => listFolder(context, input),
  }),
  defineModelTool({
    name: 'glob',
    description: 'Finds files whose path fits a pattern such as src/**/*.ts. Ignored files are left out.',
    isReadOnly: true,
    input: z.object({ pattern: z.string().min(1) }),
    prepare: ({ pattern }, context) => findByGlob(context, { glob: pattern }),
  }),
  defineModelTool({
    name: 'grep',
    description: 'Searches the contents of files for a regular expression. Ignored files are left out.',
    isReadOnly: true,
    input: z.object({ pattern: z.string().min(1), path: path.default('.') }),
    prepare: (input, context) => grep(context, input),
  }),
  defineModelTool({
    name: 'write_file',
    description: 'Writes a whole file. To change a part of one, use edit_file.',
    isReadOnly: false,
    input: z.object({ path, content: z.string() }),
    prepare: ({ path: given, content }, context) =>
      writeFile(context, { path: given, text: content, onlySeen: true }),
  }),
  defineModelTool({
    name: 'edit_file',
    description:
      'Replaces a text in a file by another. The old text has to be in the file exactly once; give as many lines as that takes.',
    isReadOnly: false,
    input: z.object({ path, ...edit }),
    prepare: ({ path: given, ...one }, context) => editFile(context, { path: given, edits: [toEdit(one)] }),
  }),
  defineModelTool({
    name: 'multi_edit',
    description: 'Replaces several texts in one file, one after the other: all of them, or none.',
    isReadOnly: false,
    input: z.object({ path, edits: z.array(z.object(edit)).min(1) }),
    prepare: ({ path: given, edits }, context) =>
      editFile(context, { path: given, edits: edits.map(toEdit) }),
  }),
  defineModelTool({
    name: 'shell',
    description: 'Runs a command line in the working directory and answers with what it printed.',
    isReadOnly: false,
    input: z.object({ command: z.string().min(1) }),
    prepare: ({ command }, context) => runShell(context, { line: command }),
  }),
];
