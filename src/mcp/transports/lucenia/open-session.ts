import { randomUUID } from 'node:crypto';
import type { RemoteServerConfig } from '../../../config/mcp-server-config.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { SimseError } from '../../../core/errors.ts';
import { serverUrl } from '../server-url.ts';
import { type Greeting, readGreeting } from './greeting.ts';
import { type EventStream, openStream, type SessionLink } from './open-stream.ts';

const EXCERPT_CHARS = 200;

export interface OpenedSession {
  /** The address of the stream. */
  url: URL;
  greeting: { dialect: 'opensearch'; endpoint: string } | { dialect: 'lucenia'; sessionId: string };
  /** What follows the greeting. Rejects when the stream breaks. */
  events: EventStream;
}

/**
 * Opens the event stream and reads it up to the greeting. A server that documents no session in its greeting is asked again,
 * for one of an id that simse chooses; not at first, since ml-commons refuses parameters that it does not know.
 */
export async function openSession(link: SessionLink, chosen = choice(link.config)): Promise<OpenedSession> {
  const url = streamUrl(link.config, chosen);
  const events = await openStream(link, url);
  const greeting = await firstGreeting(events, link);
  if (greeting.dialect === 'opensearch') return { url, greeting, events };
  const sessionId = greeting.sessionId ?? chosen;
  if (sessionId !== null) return { url, greeting: { dialect: 'lucenia', sessionId }, events };
  await events.return();
  return openSession(link, randomUUID());
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
async function firstGreeting(events: EventStream, { config, notes }: SessionLink): Promise<Greeting> {
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
  events: EventStream,
): Promise<void> {
  if (dialect === 'auto' || dialect === greeting.dialect) return;
  await events.return();
  throw new SimseError('config', `speaks the dialect ${greeting.dialect}, not ${dialect}`, {
    hint: 'Leave "dialect" out of the entry in mcp.json: the server says by itself which one it is.',
  });
}
