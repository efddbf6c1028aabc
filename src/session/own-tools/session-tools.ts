import * as z from 'zod';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { OwnTool } from '../../core/ports/own-tool.ts';
import { toTranscript } from '../export/transcript.ts';
import { describeSession } from '../records/describe-session.ts';
import type { SessionArchive } from '../records/session-archive.ts';
import { defineTool, jsonSchema, structured } from './define-tool.ts';

const DEFAULT_LIMIT = 20;
const DEFAULT_HITS = 8;
const MAX_HITS = 50;
const DEFAULT_CHARS = 20_000;
const MAX_CHARS = 200_000;

const sessionSchema = z.object({
  id: z.string(),
  title: z.string(),
  cwd: z.string(),
  backend: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  turns: z.int(),
});

const listInput = z.object({
  limit: z.int().min(1).max(1000).default(DEFAULT_LIMIT).describe('How many sessions at most, newest first'),
  cwd: z.string().optional().describe('Only sessions that ran in this directory, an absolute path'),
});
const listOutput = z.object({ sessions: z.array(sessionSchema), total: z.int() });

const readInput = z.object({
  id: z.string().min(1).describe("A session's id, or the start of one"),
  offset: z.int().min(0).default(0).describe('Characters of the transcript to skip'),
  limit: z
    .int()
    .min(1)
    .max(MAX_CHARS)
    .default(DEFAULT_CHARS)
    .describe('Characters of the transcript at most'),
});
const readOutput = z.object({
  session: sessionSchema,
  transcript: z.string().describe('Markdown'),
  totalChars: z.int(),
  nextOffset: z.int().optional().describe('Where to go on; missing at the end'),
});

const searchInput = z.object({
  query: z.string().min(1).describe('Words that were all said in the session; their beginnings are enough'),
  limit: z.int().min(1).max(MAX_HITS).default(DEFAULT_HITS),
  cwd: z.string().optional().describe('Only sessions that ran in this directory, an absolute path'),
});
const searchOutput = z.object({
  sessions: z.array(sessionSchema.extend({ score: z.number(), excerpts: z.array(z.string()) })),
  total: z.int(),
});

const READS = { readOnlyHint: true, openWorldHint: false };

/** The tools by which another agent looks at what was done in simse. */
export function sessionTools(archive: SessionArchive): OwnTool[] {
  return [
    defineTool(listInput, (args) => list(archive, args), {
      name: 'session_list',
      title: 'List sessions',
      description:
        'Lists the recorded sessions of simse, newest first: id, title, directory, agent, times, turns.',
      outputSchema: jsonSchema(listOutput, 'output'),
      annotations: READS,
    }),
    defineTool(readInput, (args) => read(archive, args), {
      name: 'session_read',
      title: 'Read a session',
      description:
        'Returns the transcript of one recorded session of simse as Markdown, in pieces if it is long.',
      outputSchema: jsonSchema(readOutput, 'output'),
      annotations: READS,
    }),
    defineTool(searchInput, (args, { signal }) => search(archive, args, signal), {
      name: 'session_search',
      title: 'Search the sessions',
      description:
        'Finds recorded sessions of simse by what was said in them, best first, with lines from where it was said.',
      outputSchema: jsonSchema(searchOutput, 'output'),
      annotations: READS,
    }),
  ];
}

async function list(
  archive: SessionArchive,
  { limit, cwd }: z.output<typeof listInput>,
): Promise<ToolResult> {
  const all = (await archive.list()).filter((session) => cwd === undefined || session.cwd === cwd);
  return structured({ sessions: all.slice(0, limit).map(describeSession), total: all.length });
}

async function read(
  archive: SessionArchive,
  { id, offset, limit }: z.output<typeof readInput>,
): Promise<ToolResult> {
  const { meta, entries } = await archive.read(id);
  const whole = toTranscript(entries);
  const end = offset + limit;
  return structured({
    session: describeSession(meta),
    transcript: whole.slice(offset, end),
    totalChars: whole.length,
    ...(end < whole.length ? { nextOffset: end } : {}),
  });
}

async function search(
  archive: SessionArchive,
  { query, limit, cwd }: z.output<typeof searchInput>,
  signal: AbortSignal,
): Promise<ToolResult> {
  const where = cwd === undefined ? {} : { cwd };
  const { hits, total } = await archive.search({ text: query, limit, signal, ...where });
  const sessions = hits.map(({ meta, score, excerpts }) => ({ ...describeSession(meta), score, excerpts }));
  return structured({ sessions, total });
}
