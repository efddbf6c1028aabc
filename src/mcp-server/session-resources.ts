import type {
  ListResourcesResult,
  ListResourceTemplatesResult,
  ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import { cleanLine } from '../core/clean-text.ts';
import { SimseError } from '../core/errors.ts';
import { describeSession, toTranscript } from './describe-session.ts';
import type { SessionReader } from './session-reader.ts';

const ALL_SESSIONS = 'simse://sessions';
const PREFIX = `${ALL_SESSIONS}/`;
const PAGE = 100;
const RESOURCE_NOT_FOUND = -32002;
const INVALID_PARAMS = -32602;

export const RESOURCE_TEMPLATES: ListResourceTemplatesResult['resourceTemplates'] = [
  {
    uriTemplate: `${PREFIX}{id}`,
    name: 'session',
    title: 'Session',
    description: 'The transcript of one session. The id may be cut short.',
    mimeType: 'text/markdown',
  },
];

/** A list of all sessions, then each session, newest first, in pages. */
export async function listResources(sessions: SessionReader, cursor = '0'): Promise<ListResourcesResult> {
  const from = Number(cursor);
  if (!Number.isInteger(from) || from < 0) throw protocolError(INVALID_PARAMS, 'Invalid cursor');
  const all = await sessions.list();
  const page = all.slice(from, from + PAGE).map(({ id, title, updatedAt }) => ({
    uri: PREFIX + id,
    name: id,
    title: cleanLine(title ?? '') || id,
    mimeType: 'text/markdown',
    annotations: { lastModified: new Date(updatedAt).toISOString() },
  }));
  const index = { uri: ALL_SESSIONS, name: 'sessions', title: 'Sessions', mimeType: 'application/json' };
  return {
    resources: from === 0 ? [index, ...page] : page,
    ...(from + PAGE < all.length ? { nextCursor: String(from + PAGE) } : {}),
  };
}

/** Throws an error with the code of MCP when there is no such resource. */
export async function readResource(sessions: SessionReader, uri: string): Promise<ReadResourceResult> {
  if (uri === ALL_SESSIONS) {
    const text = JSON.stringify((await sessions.list()).map(describeSession), null, 2);
    return { contents: [{ uri, mimeType: 'application/json', text }] };
  }
  const id = uri.startsWith(PREFIX) ? uri.slice(PREFIX.length) : '';
  if (id === '') throw protocolError(RESOURCE_NOT_FOUND, 'Resource not found', { uri });
  try {
    const { entries } = await sessions.read(id);
    return { contents: [{ uri, mimeType: 'text/markdown', text: toTranscript(entries) }] };
  } catch (error) {
    if (!(error instanceof SimseError)) throw error;
    throw protocolError(RESOURCE_NOT_FOUND, error.message, { uri });
  }
}

/** The SDK sends `code`, `message` and `data` of whatever a handler throws; its own McpError doubles the code in the text. */
function protocolError(code: number, message: string, data?: Record<string, unknown>): Error {
  return Object.assign(new Error(message), { code, ...(data === undefined ? {} : { data }) });
}
