import * as z from 'zod';
import { findByGlob } from '../tools/find-by-glob.ts';
import { grep } from '../tools/grep.ts';
import { listFolder } from '../tools/list-folder.ts';
import { readFile } from '../tools/read-file.ts';
import { runShell } from '../tools/run-shell.ts';
import { writeFile } from '../tools/write-file.ts';
import { defineModelTool } from './define-model-tool.ts';
import type { ModelTool } from './model-tool.ts';

const path = z.string().min(1).describe('relative to the working directory, or absolute');

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
    prepare: ({ path: given, content }, context) => writeFile(context, { path: given, text: content }),
  }),
  defineModelTool({
    name: 'shell',
    description: 'Runs a command line in the working directory and answers with what it printed.',
    isReadOnly: false,
    input: z.object({ command: z.string().min(1) }),
    prepare: ({ command }, context) => runShell(context, { line: command }),
  }),
];
