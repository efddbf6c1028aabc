import type { RemoteServerConfig } from '../../../config/mcp-server-config.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import type { SimseError } from '../../../core/errors.ts';
import { contentType, isEventStream } from '../http-endpoint.ts';
import { MESSAGE_LIMIT_BYTES } from '../../../core/rpc/message-bounds.ts';
import type { RemoteAccess } from '../remote-access.ts';
import type { TransportNotes } from '../server-transport.ts';
import { readEvents, type ServerSentEvent } from '../sse-reader.ts';
import { readRefusal, statusFailure } from '../status-failure.ts';
import { TransportFailure } from '../transport-failure.ts';
import { streamableEndpoint } from './message-endpoint.ts';

export interface SessionLink {
  config: RemoteServerConfig;
  access: RemoteAccess;
  notes: TransportNotes;
  /** Ends the stream. */
  signal: AbortSignal;
}

/** The events at an address, until the stream ends; rejects when it breaks. Leaving the loop closes it. */
export type EventStream = AsyncGenerator<ServerSentEvent, void>;

/** Rejects with a SimseError when there is no stream; with the hint of a newer transport where that is likely. */
export async function openStream(link: SessionLink, url: URL): Promise<EventStream> {
  const { access, notes, signal } = link;
  const response = await access.fetch(url, {
    headers: { accept: 'text/event-stream', 'accept-encoding': 'identity', 'cache-control': 'no-cache' },
    signal,
  });
  if (isEventStream(response) && response.body !== null) {
    return readEvents(response.body, MESSAGE_LIMIT_BYTES, notes.onDropped);
  }
  throw await notAStream(response, link.config, url);
}

async function notAStream(response: Response, { name }: RemoteServerConfig, url: URL): Promise<SimseError> {
  if (response.ok) {
    const type = cleanLine(contentType(response));
    await response.body?.cancel();
    return wrongTransport(`answered with ${type === '' ? 'nothing' : type} in place of an event stream`, url);
  }
  const refusal = await readRefusal(response);
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
