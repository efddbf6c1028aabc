import { randomUUID } from 'node:crypto';
import type { RemoteServerConfig } from '../../../config/mcp-server-config.ts';
import { SimseError } from '../../../core/errors.ts';
import { idOf, isRecord } from '../../../core/json.ts';
import { MESSAGE_LIMIT_BYTES, parseBounded } from '../../../core/rpc/message-bounds.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { EVENT_STREAM } from '../../protocol/http-names.ts';
import { CONNECTION_EVENT } from '../../protocol/lucenia-names.ts';
import { serverUrl } from '../http-endpoint.ts';
import { contentType, isEventStream, readErrorResponse, statusFailure } from '../http-response.ts';
import { type RemoteAccess, TransportFailure, type TransportNotes } from '../server-transport.ts';
import { readServerSentEvents, type ServerSentEvent } from '../sse-reader.ts';
import { streamableEndpoint } from './message-endpoint.ts';

const SESSION_KEYS = ['session_id', 'sessionId', 'session', 'id'];
const EXCERPT_CHARS = 200;

export interface SessionLink {
  config: RemoteServerConfig;
  access: RemoteAccess;
  notes: TransportNotes;
  /** Ends the stream. */
  signal: AbortSignal;
}

export interface OpenedStream {
  /** The address of the stream. */
  url: URL;
  greeting: { dialect: 'opensearch'; endpoint: string } | { dialect: 'lucenia'; sessionId: string };
  /** What follows the greeting. Rejects when the stream breaks. */
  events: ServerEvents;
}

/**
 * Opens the event stream and reads it up to the greeting. A server that documents no session in its greeting is asked again,
 * for one of an id that simse chooses; not at first, since ml-commons refuses parameters that it does not know.
 */
export async function openLuceniaSession(
  link: SessionLink,
  chosen = choice(link.config),
): Promise<OpenedStream> {
  const url = streamUrl(link.config, chosen);
  const events = await openStream(link, url);
  const greeting = await firstGreeting(events, link);
  if (greeting.dialect === 'opensearch') return { url, greeting, events };
  const sessionId = greeting.sessionId ?? chosen;
  if (sessionId !== null) return { url, greeting: { dialect: 'lucenia', sessionId }, events };
  await events.return();
  return openLuceniaSession(link, randomUUID());
}

/** The id that the url asks for. */
function choice(config: RemoteServerConfig): string | null {
  return serverUrl(config).searchParams.get('session_id');
}

function streamUrl(config: RemoteServerConfig, sessionId: string | null): URL {
  const url = serverUrl(config);
  if (!url.searchParams.has('append_to_base_url')) url.searchParams.set('append_to_base_url', 'true');
  if (sessionId !== null) url.searchParams.set('session_id', sessionId);
  return url;
}

/** What comes before the greeting means nothing. */
async function firstGreeting(events: ServerEvents, { config, notes }: SessionLink): Promise<Greeting> {
  for (;;) {
    const next = await events.next();
    if (next.done === true) throw new SimseError('mcp_failed', 'closed the event stream without a greeting');
    const greeting = readGreeting(next.value);
    if (greeting !== null) {
      await requireDialect(greeting, config, events);
      return greeting;
    }
    if (next.value.data === '') continue;
    notes.onNoise(`event ${cleanLine(`${next.value.event}: ${next.value.data}`.slice(0, EXCERPT_CHARS))}`);
  }
}

async function requireDialect(
  greeting: Greeting,
  { dialect }: RemoteServerConfig,
  events: ServerEvents,
): Promise<void> {
  if (dialect === 'auto' || dialect === greeting.dialect) return;
  await events.return();
  throw new SimseError('config', `speaks the dialect ${greeting.dialect}, not ${dialect}`, {
    hint: 'Remove "dialect" from the entry in mcp.json: simse finds out which one it is.',
  });
}

/** What the first event of a stream says: which wire the server speaks, and where or as whom it is spoken to. */
type Greeting =
  /** ml-commons: standard JSON-RPC, posted to this address, which may be relative. */
  | { dialect: 'opensearch'; endpoint: string }
  /** The documented envelope. The event need not name the session. */
  | { dialect: 'lucenia'; sessionId: string | null };

/** null for an event that is no greeting. */
export function readGreeting({ event, data }: ServerSentEvent): Greeting | null {
  if (event === 'endpoint') return { dialect: 'opensearch', endpoint: data.trim() };
  const value = parseBounded(data);
  if (event === CONNECTION_EVENT) return { dialect: 'lucenia', sessionId: findSessionId(value) };
  const isNamed = isRecord(value) && ('session_id' in value || 'sessionId' in value);
  return isNamed ? { dialect: 'lucenia', sessionId: findSessionId(value) } : null;
}

/** The documentation does not say how the event names the session, so every plausible key is taken. */
function findSessionId(value: unknown): string | null {
  if (!isRecord(value)) return null;
  for (const key of SESSION_KEYS) {
    const part = value[key];
    const id = isRecord(part) ? findSessionId(part) : idOf(part);
    if (id !== undefined && id !== null) return id;
  }
  return null;
}

/** The events at an address, until the stream ends; rejects when it breaks. Leaving the loop closes it. */
export type ServerEvents = AsyncGenerator<ServerSentEvent, void>;

/** Rejects with a SimseError when there is no stream; with the hint of a newer transport where that is likely. */
async function openStream(link: SessionLink, url: URL): Promise<ServerEvents> {
  const { access, notes, signal } = link;
  const response = await access.fetch(url, {
    headers: { accept: EVENT_STREAM, 'accept-encoding': 'identity', 'cache-control': 'no-cache' },
    signal,
  });
  if (isEventStream(response) && response.body !== null) {
    return readServerSentEvents(response.body, MESSAGE_LIMIT_BYTES, notes.onDropped);
  }
  throw await notAStream(response, link.config, url);
}

async function notAStream(response: Response, { name }: RemoteServerConfig, url: URL): Promise<SimseError> {
  if (response.ok) {
    const type = cleanLine(contentType(response));
    await response.body?.cancel();
    return wrongTransport(`answered with ${type === '' ? 'nothing' : type} in place of an event stream`, url);
  }
  const refusal = await readErrorResponse(response);
  const asked = { server: name, what: 'GET', isHandshake: true, hasSession: false };
  const failure = statusFailure(refusal, asked);
  const isElsewhere = failure instanceof TransportFailure && failure.kind === 'wrong_transport';
  return isElsewhere ? wrongTransport(failure.message, url) : failure;
}

function wrongTransport(message: string, url: URL): TransportFailure {
  return new TransportFailure('wrong_transport', message, {
    hint: `OpenSearch 3.3 and Lucenia 0.7.1 speak another transport: "transport": "http" with "url": "${streamableEndpoint(url)}".`,
  });
}
