import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import * as z from 'zod';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { relativeTo } from '../../core/gate/workspace-path.ts';
import { countOf } from '../../core/text/quantities.ts';
import { rethrowFileFailure } from '../../tools/file-failure.ts';
import { type SearchResult, searchFiles, searchOneText } from '../../tools/search-files.ts';
import { compilePattern } from '../../tools/search-text.ts';
import { isLeftOut, unreadableNote } from '../../tools/walk-files.ts';
import { enterPath, readFileText } from './file-access.ts';
import {
  defineModelTool,
  FOLDER_INPUT,
  type RunningCall,
  type ToolContext,
  type ToolInvocation,
  textContent,
} from './tool.ts';

const DEFAULT_MATCHES = 100;
const MAX_MATCHES = 500;
const MAX_AROUND = 20;

/** Searches the contents of files. */
export const GREP = defineModelTool({
  name: 'grep',
  description:
    'Searches the contents of files for a JavaScript regular expression, line by line; answers with path:line: text. Ignored and binary files are left out. Use it rather than grep or find in a shell; when there is too much, narrow the pattern, path or glob.',
  isReadOnly: true,
  input: z.object({
    pattern: z.string().min(1),
    path: FOLDER_INPUT.describe('a folder, or one file'),
    glob: z.string().min(1).optional().describe('only in files that fit, such as *.ts or src/**/*.md'),
    ignore_case: z.boolean().default(false),
    context: z.int().min(0).max(MAX_AROUND).default(0).describe('lines to show before and after a match'),
    max_results: z.int().min(1).max(MAX_MATCHES).default(DEFAULT_MATCHES),
  }),
  prepare: ({ ignore_case: ignoreCase, context: around, max_results: limit, glob, ...input }, context) =>
    grep(context, { ...input, ignoreCase, around, limit, ...(glob === undefined ? {} : { glob }) }),
});

interface GrepInput {
  pattern: string;
  path: string;
  /** Only in files that fit. */
  glob?: string;
  ignoreCase?: boolean;
  /** Lines listed before and after each match. */
  around?: number;
  /** How many matching lines are listed. */
  limit?: number;
}

/** Searches the contents of the files under a folder, or of one file. */
export function grep(context: ToolContext, input: GrepInput): ToolInvocation {
  const path = context.workspace.resolve(input.path);
  const { regex, note } = compilePattern(input.pattern, input.ignoreCase);
  return {
    name: 'grep',
    kind: 'search',
    title: `Search ${JSON.stringify(input.pattern)}${describePlace(input)}`,
    locations: [{ path: path.given }],
    rawInput: { ...input, path: path.given },
    async run(call) {
      const found = await search(call, { ...input, path, regex });
      const summary = `${countOf(found.total, 'matching line')} in ${countOf(found.files, 'file')}`;
      const notes = [
        found.total === 0 ? describeNothing(input.pattern) : '',
        note ?? '',
        ...omissions(found),
      ];
      return {
        ok: true,
        answer: { text: listMatches(found, input.path), form: 'code', notes },
        content: [textContent(summary)],
      };
    },
  };
}

function describePlace({ path, glob }: GrepInput): string {
  const place = glob === undefined ? path : posix.join(path, glob);
  return place === '.' ? '' : ` in ${place}`;
}

function describeNothing(pattern: string): string {
  const words = `Nothing matches ${pattern}.`;
  return /\\n|\n/.test(pattern)
    ? `${words} Lines are searched one by one, so no pattern matches a line break.`
    : words;
}

interface Search extends Omit<GrepInput, 'path'> {
  path: ResolvedPath;
  regex: RegExp;
}

async function search(call: RunningCall, { path, regex, ...options }: Search): Promise<SearchResult> {
  const { context, signal } = call;
  const stats = await stat(path.real).catch((error) =>
    rethrowFileFailure(error, context.workspace.display(path.given)),
  );
  if (!stats.isDirectory()) {
    return searchOneText(await readFileText(call, path), { ...options, regex });
  }
  await enterPath(call, path);
  const onDisk = await context.ripgrep.filesWith(path.real, regex, signal);
  const candidates = onDisk === null ? null : await withOpenFiles(context, path.real, onDisk);
  return searchFiles({
    ...options,
    ...(candidates === null ? {} : { candidates }),
    folder: path.real,
    regex,
    signal,
    readText: (file) => readFileText(call, { given: file, real: file }),
  });
}

/**
 * ripgrep knows what is on disk. The files that this session works on may be open in the client, with changes that are not saved:
 * they are searched as well.
 */
async function withOpenFiles(
  { client, seen }: ToolContext,
  folder: string,
  candidates: readonly string[],
): Promise<string[]> {
  if (client.capabilities.fs?.readTextFile !== true) return [...candidates];
  const below = seen.paths().flatMap((path) => relativeTo([folder], path) ?? []);
  const left = await Promise.all(below.map((path) => isLeftOut(folder, path)));
  const open = below.filter((_path, index) => left[index] === false);
  return [...new Set([...candidates, ...open])];
}

/** `path:12: matches`, `path-13- is near`, and `--` between places that are apart where lines around are shown. */
function listMatches({ matches }: SearchResult, folder: string): string {
  const hasContext = matches.some(({ isContext }) => isContext === true);
  const lines = matches.map(({ path, line, text, isContext }, index) => {
    const mark = isContext === true ? '-' : ':';
    const before = matches[index - 1];
    const isApart = before !== undefined && (before.path !== path || before.line !== line - 1);
    const row = `${posix.join(folder, path)}${mark}${line}${mark} ${text}`;
    return hasContext && isApart ? `--\n${row}` : row;
  });
  return lines.join('\n');
}

function omissions({ more, refused, tooLarge, unreadable }: SearchResult): string[] {
  return [
    more > 0 ? `${countOf(more, 'more matching line')}.` : '',
    refused > 0 ? `${countOf(refused, 'file')} could not be read.` : '',
    tooLarge > 0 ? `${countOf(tooLarge, 'file')} over 1 MB left out.` : '',
    unreadableNote(unreadable),
  ];
}
