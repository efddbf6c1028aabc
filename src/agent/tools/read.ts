import { readFile as readBytes, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import * as z from 'zod';
import { SimseError } from '../../core/errors.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { countOf } from '../../core/text/quantities.ts';
import { type FileProbe, probeFile, readFileKind } from '../../tools/probe-file.ts';
import type { ReadRange } from '../../tools/read-text.ts';
import { cutText, MAX_LINES } from './cut-text.ts';
import { enterPath, missingFile, readFileText } from './file-access.ts';
import {
  defineModelTool,
  MAX_PICTURE_BYTES,
  PATH_INPUT,
  type RunningCall,
  type RunOutcome,
  type ToolContext,
  type ToolInvocation,
  textContent,
} from './tool.ts';

/** Reads a file, or looks at a picture. */
export const READ_FILE = defineModelTool({
  name: 'read_file',
  description: `Reads a text file, or looks at a picture (PNG, JPEG, GIF, WebP up to 5 MB). Gives at most ${MAX_LINES} lines and 30 KB at once, without line numbers, and says how to read on. Read whole files where they are short; where you know the place, only its lines.`,
  isReadOnly: true,
  input: z.object({
    path: PATH_INPUT,
    line: z.int().min(1).default(1).describe('the first line to read, counted from 1'),
    limit: z.int().min(1).default(MAX_LINES).describe('how many lines'),
  }),
  prepare: (input, context) => readPart(context, input),
});

/** A larger text is not asked for whole, which clients may refuse. */
const MAX_WHOLE_BYTES = 1024 * 1024;

interface ReadPartInput {
  path: string;
  /** From 1. */
  line: number;
  limit: number;
}

/**
 * Reads a file for a model: as much of a text as it gets at once, or a picture. Lines have no numbers, so that what is read
 * can be given to an edit as it is.
 */
function readPart(context: ToolContext, input: ReadPartInput): ToolInvocation {
  const path = context.workspace.resolve(input.path);
  const limit = Math.min(input.limit, MAX_LINES);
  return {
    name: 'read_file',
    kind: 'read',
    title: `Read ${context.workspace.display(path.given)}${describeLines(input)}`,
    locations: [{ path: path.given, ...(input.line === 1 ? {} : { line: input.line }) }],
    rawInput: { path: path.given, line: input.line, limit },
    async run(call) {
      const probe = await probeFile(path.real).catch(() => null);
      if (probe?.isFile === false) return refuseOther(call, path);
      return probe?.isBinary === true
        ? readBinary(call, { path, probe })
        : readLines(call, { path, probe, line: input.line, limit });
    },
  };
}

function describeLines({ line, limit }: ReadPartInput): string {
  if (line === 1 && limit >= MAX_LINES) return '';
  return ` (${line}–${limit >= MAX_LINES ? '' : line + limit - 1})`;
}

interface TextPart {
  path: ResolvedPath;
  /** null for a file that only the client knows. */
  probe: FileProbe | null;
  line: number;
  limit: number;
}

async function readLines(call: RunningCall, { path, probe, line, limit }: TextPart): Promise<RunOutcome> {
  const isWhole = (probe?.bytes ?? 0) <= MAX_WHOLE_BYTES;
  // One line more than wanted tells whether there are any.
  const range = isWhole ? undefined : { line, limit: limit + 1 };
  const read = await readFileText(call, path, range).catch(async (error: unknown) => {
    throw probe === null && isAboutContent(error) ? await missingFile(call, path) : error;
  });
  const { text, lines, shortened, hasMore } = cutText(isWhole ? fromLine(read, line) : read, limit);
  if (isWhole && shortened === 0)
    call.context.seen.note(path.real, read, { from: line, to: hasMore ? line + lines - 1 : Infinity });
  const [language = ''] = /\w*$/.exec(extname(path.given)) ?? [];
  const notes = [
    lines === 0 ? (line === 1 ? 'The file is empty.' : `There is no line ${line}: the file is shorter.`) : '',
    hasMore ? `These are the lines ${line} to ${line + lines - 1}; continue with line ${line + lines}.` : '',
    shortened > 0 ? `${countOf(shortened, 'very long line')} cut; grep searches all of it.` : '',
  ];
  return {
    ok: true,
    answer: { text, form: 'verbatim', language, notes },
    content: [textContent(countOf(lines, 'line'))],
  };
}

/** What stands there from a line on, which is counted from 1. */
function fromLine(text: string, line: number): string {
  let start = 0;
  for (let skipped = 1; skipped < line; skipped += 1) {
    const at = text.indexOf('\n', start);
    if (at < 0) return '';
    start = at + 1;
  }
  return text.slice(start);
}

async function refuseOther(call: RunningCall, path: ResolvedPath): Promise<never> {
  await enterPath(call, path);
  const shown = call.context.workspace.display(path.given);
  const isFolder = await stat(path.real).then((stats) => stats.isDirectory());
  throw new SimseError(
    'tool_failed',
    isFolder
      ? `${shown} is a folder; list_directory lists it.`
      : `${shown} is a pipe or a device, not a file.`,
  );
}

async function readBinary(
  call: RunningCall,
  { path, probe }: { path: ResolvedPath; probe: FileProbe },
): Promise<RunOutcome> {
  const shown = call.context.workspace.display(path.given);
  const kind = await readFileKind(path.real);
  const size = `${Math.ceil(probe.bytes / 1024)} KB`;
  const label = `${shown} is ${kind.name} of ${size}`;
  if (kind.picture === null) {
    await enterPath(call, path);
    throw new SimseError('tool_failed', `${label}, which cannot be read as text.`);
  }
  if (probe.bytes > MAX_PICTURE_BYTES)
    throw new SimseError('limit', `${label}, over the 5 MB that can be shown.`);
  const data = await readPicture(call, path);
  return {
    ok: true,
    answer: { text: `${label}.`, form: 'markdown' },
    content: [textContent(`${label}.`)],
    pictures: [{ mediaType: kind.picture, data }],
  };
}

/**
 * The protocol's files are texts, so this process reads it. In the workspace the client is asked for a line of it before, of
 * which only a refusal counts: what may not be read as a text may not be looked at either.
 */
async function readPicture(call: RunningCall, path: ResolvedPath): Promise<string> {
  if (!call.context.workspace.contains(path)) await enterPath(call, path);
  else await readFileText(call, path, { line: 1, limit: 1 }).catch(rethrowRefusal);
  return readBytes(path.real, 'base64');
}

function rethrowRefusal(error: unknown): void {
  if (!isAboutContent(error)) throw error;
}

function isAboutContent(error: unknown): boolean {
  return error instanceof SimseError && error.code !== 'denied' && error.code !== 'cancelled';
}

/** Reads a text file, or some lines of it. */
export function readFile(context: ToolContext, input: { path: string; range?: ReadRange }): ToolInvocation {
  const path = context.workspace.resolve(input.path);
  const { range } = input;
  return {
    name: 'read_file',
    kind: 'read',
    title: `Read ${context.workspace.display(path.given)}${describeRange(range)}`,
    locations: [{ path: path.given, ...(range === undefined ? {} : { line: range.line }) }],
    rawInput: { path: path.given, ...range },
    async run(call) {
      const text = await readFileText(call, path, range);
      if (range === undefined) context.seen.note(path.real, text);
      const [language = ''] = /\w*$/.exec(extname(path.given)) ?? [];
      return {
        ok: true,
        answer: { text, form: 'verbatim', language },
        content: [textContent(countOf(countLines(text), 'line'))],
      };
    },
  };
}

function describeRange(range: ReadRange | undefined): string {
  if (range === undefined) return '';
  const { line, limit } = range;
  if (limit === 1) return ` (${line})`;
  return limit === undefined ? ` (${line}–)` : ` (${line}–${line + limit - 1})`;
}

function countLines(text: string): number {
  const breaks = text.split('\n').length - 1;
  return text === '' || text.endsWith('\n') ? breaks : breaks + 1;
}
