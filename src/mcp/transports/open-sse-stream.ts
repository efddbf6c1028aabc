import { cleanLine } from '../../core/text/clean-text.ts';
import { SimseError } from '../../core/errors.ts';
import { contentType, isEventStream } from './http-endpoint.ts';
import { MESSAGE_LIMIT_BYTES } from '../../core/rpc/message-bounds.ts';
import { discard } from './read-body.ts';
import type { RemoteAccess } from './remote-access.ts';
import type { TransportNotes } from './server-transport.ts';
import { readEvents, type ServerSentEvent } from './sse-reader.ts';
import { readRefusal, statusFailure, wrongTransport } from './status-failure.ts';

export interface SseStream {
  /** Where messages are posted to. */
  endpoint: URL;
  /** What follows. Rejects when the stream breaks. */
  events: AsyncGenerator<ServerSentEvent, void>;
}

/**
 * Opens the stream of an HTTP+SSE server and reads it up to the address that it has to begin with. Rejects with a SimseError,
 * or with whatever an abort of `signal` brings about.
 */
export async function openSseStream(
  server: string,
  url: URL,
  access: RemoteAccess,
  { onDropped }: TransportNotes,
  signal: AbortSignal,
): Promise<SseStream> {
  const response = await access.fetch(url, { headers: { accept: 'text/event-stream' }, signal });
  if (!isEventStream(response) || response.body === null) throw await refusal(response, server);
  const events = readEvents(response.body, MESSAGE_LIMIT_BYTES, onDropped);
  try {
    return { endpoint: await readEndpoint(events, url), events };
  } catch (error) {
    await events.return();
    throw error;
  }
}

async function refusal(response: Response, server: string): Promise<SimseError> {
  const what = 'the request for its event stream';
  if (!response.ok) {
    const asked = { server, what, isHandshake: true, hasSession: false, otherTransport: 'http' } as const;
    return statusFailure(await readRefusal(response), asked);
  }
  await discard(response);
  return wrongTransport(`answered ${what} with ${contentType(response) || 'nothing'}`, 'http');
}

async function readEndpoint(events: SseStream['events'], url: URL): Promise<URL> {
  for (;;) {
    const next = await events.next().catch((error: unknown) => {
      throw new SimseError('mcp_failed', 'broke off its event stream', { cause: error });
    });
    if (next.done === true)
      throw new SimseError('mcp_failed', 'ended its event stream without an address to post to');
    if (next.value.event === 'endpoint') return checkEndpoint(next.value.data, url);
  }
}

/** The user's credentials go with every message, so it has to be an address of the server that was configured. */
function checkEndpoint(address: string, url: URL): URL {
  const endpoint = URL.canParse(address, url.href) ? new URL(address, url) : null;
  if (endpoint?.origin === url.origin) return endpoint;
  const named = cleanLine(endpoint?.origin ?? address);
  throw new SimseError(
    'config',
    `wants messages posted to ${named}, another origin, where credentials are not sent`,
  );
}
