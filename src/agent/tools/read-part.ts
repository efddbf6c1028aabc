import { readFile, stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { SimseError } from '../../core/errors.ts';
import type { ResolvedPath } from '../../core/gate/gate-request.ts';
import { readFileKind, type FileProbe, probeFile } from '../../tools/probe-file.ts';
import { cutText, MAX_LINES } from '../files/cut-text.ts';
import { countOf } from './count-of.ts';
import { missingFile } from './missing-file.ts';
import { MAX_PICTURE_BYTES } from './picture.ts';
import {
  type RunningCall,
  textContent,
  type ToolContext,
  type ToolInvocation,
  type ToolOutcome,
  type ToolSummary,
} from './tool-invocation.ts';
import { enterPath, readFileText } from './workspace-access.ts';

/** A larger text is not asked for whole, which clients may refuse. */
const MAX_WHOLE_BYTES = 1024 * 1024;

export interface ReadPartInput {
  path: string;
  /** From 1. */
  line: number;
  limit: number;
}

/**
 * Reads a file for a model: as much of a text as it gets at once, or a picture. Lines have no numbers, so that what is read
 * can be given to an edit as it is.
 */
export function readPart(context: ToolContext, input: ReadPartInput): ToolInvocation {
  const path = context.workspace.resolve(input.path);
  const limit = Math.min(input.limit, MAX_LINES);
  const what: ToolSummary = {
    name: 'read_file',
    kind: 'read',
    title: `Read ${context.workspace.display(path.given)}${describeLines(input)}`,
    locations: [{ path: path.given, ...(input.line === 1 ? {} : { line: input.line }) }],
    rawInput: { path: path.given, line: input.line, limit },
  };
  return {
    ...what,
    async run(call) {
      const probe = await probeFile(path.real).catch(() => null);
      if (probe?.isFile === false) return refuseOther(context, call, what, path);
      return probe?.isBinary === true
        ? readBinary(context, call, what, { path, probe })
        : readLines(context, call, what, { path, probe, line: input.line, limit });
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

async function readLines(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  { path, probe, line, limit }: TextPart,
): Promise<ToolOutcome> {
  const isWhole = (probe?.bytes ?? 0) <= MAX_WHOLE_BYTES;
  // One line more than wanted tells whether there are any.
  const range = isWhole ? undefined : { line, limit: limit + 1 };
  const read = await readFileText(context, call, what, path, range).catch(async (error: unknown) => {
    throw probe === null && isAboutContent(error) ? await missingFile(context, path, call.signal) : error;
  });
  const { text, lines, shortened, hasMore } = cutText(isWhole ? fromLine(read, line) : read, limit);
  if (isWhole && shortened === 0)
    context.seen.note(path.real, read, { from: line, to: hasMore ? line + lines - 1 : Infinity });
  const [language = ''] = /\w*$/.exec(extname(path.given)) ?? [];
  const notes = [
    lines === 0 ? (line === 1 ? 'The file is empty.' : `There is no line ${line}: the file is shorter.`) : '',
    hasMore ? `These are the lines ${line} to ${line + lines - 1}; read on with line ${line + lines}.` : '',
    shortened > 0 ? `${countOf(shortened, 'very long line')} cut; grep finds what stands in there.` : '',
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

async function refuseOther(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  path: ResolvedPath,
): Promise<never> {
  await enterPath(context, call, what, path);
  const shown = context.workspace.display(path.given);
  const isFolder = await stat(path.real).then((stats) => stats.isDirectory());
  throw new SimseError(
    'tool_failed',
    isFolder ? `${shown} is a folder; list_directory lists it.` : `${shown} is a pipe or a device, no file.`,
  );
}

async function readBinary(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  { path, probe }: { path: ResolvedPath; probe: FileProbe },
): Promise<ToolOutcome> {
  const shown = context.workspace.display(path.given);
  const kind = await readFileKind(path.real);
  const size = `${Math.ceil(probe.bytes / 1024)} KB`;
  const label = `${shown} is ${kind.name} of ${size}`;
  if (kind.picture === null) {
    await enterPath(context, call, what, path);
    throw new SimseError('tool_failed', `${label}, which cannot be read as text.`);
  }
  if (probe.bytes > MAX_PICTURE_BYTES)
    throw new SimseError('limit', `${label}, over the 5 MB that can be shown.`);
  const data = await readPicture(context, call, what, path);
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
async function readPicture(
  context: ToolContext,
  call: RunningCall,
  what: ToolSummary,
  path: ResolvedPath,
): Promise<string> {
  if (!context.workspace.contains(path)) await enterPath(context, call, what, path);
  else await readFileText(context, call, what, path, { line: 1, limit: 1 }).catch(rethrowRefusal);
  return readFile(path.real, 'base64');
}

function rethrowRefusal(error: unknown): void {
  if (!isAboutContent(error)) throw error;
}

function isAboutContent(error: unknown): boolean {
  return error instanceof SimseError && error.code !== 'denied' && error.code !== 'cancelled';
}
