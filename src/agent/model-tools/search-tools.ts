import * as z from 'zod';
import { findByGlob } from '../tools/find-by-glob.ts';
import { grep } from '../tools/grep.ts';
import { fetchUrl } from '../tools/fetch-url.ts';
import { defineModelTool } from './define-model-tool.ts';
import type { ModelTool } from './model-tool.ts';

const MAX_FILES = 300;
const DEFAULT_MATCHES = 100;
const MAX_MATCHES = 500;
const MAX_AROUND = 20;

const folder = z.string().min(1).default('.').describe('where to look');

/** The tools that find things: files, places in them, and pages of the web. */
export const SEARCH_TOOLS: readonly ModelTool[] = [
  defineModelTool({
    name: 'glob',
    description: `Finds files by their path, as with src/**/*.ts; a pattern without a slash is looked for in every folder below. Ignored files are left out. Lists at most ${MAX_FILES}.`,
    isReadOnly: true,
    input: z.object({ pattern: z.string().min(1), path: folder }),
    prepare: ({ pattern, path }, context) =>
      findByGlob(context, { glob: pattern, limit: MAX_FILES, ...(path === '.' ? {} : { folder: path }) }),
  }),
  defineModelTool({
    name: 'grep',
    description:
      'Searches the contents of files for a JavaScript regular expression, line by line; answers with path:line: text. Ignored and binary files are left out. Use it rather than grep or find in a shell; when there is too much, narrow the pattern, path or glob.',
    isReadOnly: true,
    input: z.object({
      pattern: z.string().min(1),
      path: folder.describe('a folder, or one file'),
      glob: z.string().min(1).optional().describe('only in files that fit, such as *.ts or src/**/*.md'),
      ignore_case: z.boolean().default(false),
      context: z.int().min(0).max(MAX_AROUND).default(0).describe('lines to show before and after a match'),
      max_results: z.int().min(1).max(MAX_MATCHES).default(DEFAULT_MATCHES),
    }),
    prepare: ({ ignore_case: ignoreCase, context: around, max_results: limit, glob, ...input }, context) =>
      grep(context, { ...input, ignoreCase, around, limit, ...(glob === undefined ? {} : { glob }) }),
  }),
  defineModelTool({
    name: 'fetch_url',
    description:
      'Fetches a page or a text file from the web, and gives the text of it, 30,000 characters at once. The user is asked. Only for addresses that the user named, or that you found; nothing that runs in a page is there, and nothing behind a login.',
    isReadOnly: true,
    input: z.object({
      url: z.string().min(1).describe('with http:// or https://'),
      start: z.int().min(0).default(0).describe('from which character on, for the rest of a long page'),
    }),
    prepare: (input, context) => fetchUrl(context, input),
  }),
];
