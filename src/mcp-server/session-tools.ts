import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { SimseError } from '../core/errors.ts';
import { describeSession, toTranscript } from './describe-session.ts';
import type { SessionReader } from './session-reader.ts';

const DEFAULT_LIMIT = 20;
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

const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** The tools by which another agent looks at what was done in simse. */
export const SESSION_TOOLS: Tool[] = [
  {
    name: 'session_list',
    title: 'List sessions',
    description:
      'Lists the recorded sessions of simse, newest first: id, title, directory, backend, times, turns.',
    inputSchema: toJsonSchema(listInput, 'input'),
    outputSchema: toJsonSchema(listOutput, 'output'),
    annotations: READ_ONLY,
  },
  {
    name: 'session_read',
    title: 'Read a session',
    description:
      'Returns the transcript of one recorded session of simse as Markdown, in pieces if it is long.',
    inputSchema: toJsonSchema(readInput, 'input'),
    outputSchema: toJsonSchema(readOutput, 'output'),
    annotations: READ_ONLY,
  },
];

/** What is wrong with a call is a result that the calling model can read and mend. */
export async function callSessionTool(
  sessions: SessionReader,
  name: string,
  args: unknown,
): Promise<CallToolResult> {
  try {
    if (name === 'session_list') return await listSessions(sessions, parse(listInput, args));
    if (name === 'session_read') return await readSession(sessions, parse(readInput, args));
    throw new SimseError('not_found', `there is no tool ${name}`);
  } catch (error) {
    if (!(error instanceof SimseError)) throw error;
    const text = error.hint === undefined ? error.message : `${error.message} ${error.hint}`;
    return { content: [{ type: 'text', text }], isError: true };
  }
}

async function listSessions(
  sessions: SessionReader,
  { limit, cwd }: z.output<typeof listInput>,
): Promise<CallToolResult> {
  const all = (await sessions.list()).filter((session) => cwd === undefined || session.cwd === cwd);
  return structured({ sessions: all.slice(0, limit).map(describeSession), total: all.length });
}

async function readSession(
  sessions: SessionReader,
  { id, offset, limit }: z.output<typeof readInput>,
): Promise<CallToolResult> {
  const { summary, entries } = await sessions.read(id);
  const whole = toTranscript(entries);
  const end = offset + limit;
  return structured({
    session: describeSession(summary),
    transcript: whole.slice(offset, end),
    totalChars: whole.length,
    ...(end < whole.length ? { nextOffset: end } : {}),
  });
}

/** The same twice, since clients of old read the text and clients of today the structure. */
function structured(value: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value, null, 2) }], structuredContent: value };
}

function parse<Schema extends z.ZodType>(schema: Schema, args: unknown): z.output<Schema> {
  const parsed = schema.safeParse(args ?? {});
  if (parsed.success) return parsed.data;
  throw new SimseError('usage', `Invalid arguments: ${z.prettifyError(parsed.error)}`, {
    cause: parsed.error,
  });
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  return z.toJSONSchema(schema, { io }) as Tool['inputSchema'];
}
