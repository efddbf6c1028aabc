import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { MESSAGE_LIMIT_BYTES } from '../../core/rpc/message-bounds.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { EVENT_STREAM, JSON_BODY, VERSION_HEADER } from '../protocol/http-names.ts';
import { deliverText } from './deliver-messages.ts';
import { greetFirst } from './greet-first.ts';
import { serverUrl } from './http-endpoint.ts';
import {
  contentType,
  discard,
  isEventStream,
  readErrorResponse,
  statusFailure,
  wrongTransport,
} from './http-response.ts';
import {
  isSessionExpired,
  type RemoteAccess,
  type ServerTransport,
  TransportFailure,
  type TransportNotes,
} from './server-transport.ts';
import { readServerSentEvents, type ServerSentEvent } from './sse-reader.ts';

/**
 * A server of the older HTTP+SSE (revision 2024-11-05): one stream brings everything, and names the address that messages are
 * posted to. The stream is the session, so the connection ends with it.
 */
export class SseTransport implements ServerTransport {
  onmessage?: ServerTransport['onmessage'];
  onclose?: ServerTransport['onclose'];
  onerror?: ServerTransport['onerror'];
  #protocolVersion: string | undefined;
  readonly #config: RemoteServerConfig;
  readonly #url: URL;
  readonly #access: RemoteAccess;
  readonly #notes: TransportNotes;
  readonly #ending = new AbortController();
  readonly #sendInOrder = greetFirst((message) => this.#post(message));
  /** The ids of the requests that have no answer yet. */
  readonly #unanswered = new Set<string>();
  #stream: Promise<SseStream> | undefined;
  #end: { reason: string; error: SimseError | undefined } | undefined;

  /** Throws `config` for an address that is none. */
  constructor(config: RemoteServerConfig, access: RemoteAccess, notes: TransportNotes) {
    this.#config = config;
    this.#url = serverUrl(config);
    this.#access = access;
    this.#notes = notes;
  }

  get closeError(): SimseError | undefined {
    return this.#end?.error;
  }

  closeReason(): string {
    return this.#end?.reason ?? 'is connected';
  }

  setProtocolVersion(version: string): void {
    this.#protocolVersion = version;
  }

  /** Only begins: what goes wrong is told to the first `send`. */
  start(): Promise<void> {
    const { signal } = this.#ending;
    this.#stream = openSseStream(this.#config.name, this.#url, this.#access, this.#notes, signal);
    this.#stream.then(
      (stream) => this.#read(stream),
      () => {},
    );
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#sendInOrder(message);
  }

  close(): Promise<void> {
    this.#finish('was closed');
    return Promise.resolve();
  }

  async #post(message: JSONRPCMessage): Promise<void> {
    const stream = await this.#stream;
    if (stream === undefined || this.#end !== undefined)
      throw new SimseError('mcp_failed', this.closeReason());
    this.#expectAnswer(message);
    try {
      const response = await this.#access.fetch(stream.endpoint, {
        method: 'POST',
        headers: this.#headers(),
        body: JSON.stringify(message),
        signal: this.#ending.signal,
      });
      if (!response.ok) throw await this.#refusal(response, message);
      void discard(response);
    } catch (error) {
      throw this.#toFailure(error);
    }
  }

  #expectAnswer(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#unanswered.add(String(message.id));
    else if (message.method === 'notifications/cancelled') {
      this.#unanswered.delete(String(message.params?.['requestId']));
    }
  }

  #headers(): Record<string, string> {
    const version = this.#protocolVersion === undefined ? {} : { [VERSION_HEADER]: this.#protocolVersion };
    return { 'content-type': JSON_BODY, ...version };
  }

  async #refusal(response: Response, message: JSONRPCMessage): Promise<SimseError> {
    return statusFailure(await readErrorResponse(response), {
      server: this.#config.name,
      what: 'method' in message ? message.method : 'an answer',
      isHandshake: false,
      hasSession: true,
    });
  }

  async #read({ events }: SseStream): Promise<void> {
    let reason = 'ended its event stream';
    try {
      for await (const { data } of events) if (data !== '') this.#deliver(data);
    } catch {
      reason = 'cut off its event stream';
    }
    // Servers and proxies end streams that have been silent for a while, which nobody need notice.
    const isIdle = this.#unanswered.size === 0;
    this.#finish(reason, isIdle ? new TransportFailure('session_expired', reason) : undefined);
  }

  #deliver(data: string): void {
    deliverText(data, this.#notes, (message) => {
      if (!('method' in message)) this.#unanswered.delete(String(message.id));
      this.onmessage?.(message);
    });
  }

  #toFailure(error: unknown): SimseError {
    if (this.#end !== undefined) return new SimseError('mcp_failed', this.#end.reason, { cause: error });
    // Whoever waits for this request is told first.
    if (isSessionExpired(error)) setImmediate(() => this.#finish(error.message, error));
    if (error instanceof SimseError) return error;
    return new SimseError('mcp_failed', `cannot be reached: ${messageOf(error)}`, { cause: error });
  }

  #finish(reason: string, error?: SimseError): void {
    if (this.#end !== undefined) return;
    this.#end = { reason, error };
    this.#ending.abort();
    this.onclose?.();
  }
}

interface SseStream {
  /** Where messages are posted to. */
  endpoint: URL;
  /** What follows. Rejects when the stream breaks. */
  events: AsyncGenerator<ServerSentEvent, void>;
}

/**
 * Opens the stream of an HTTP+SSE server and reads it up to the address that it has to begin with. Rejects with a SimseError,
 * or with whatever an abort of `signal` brings about.
 */
async function openSseStream(
  server: string,
  url: URL,
  access: RemoteAccess,
  { onDropped }: TransportNotes,
  signal: AbortSignal,
): Promise<SseStream> {
  const response = await access.fetch(url, { headers: { accept: EVENT_STREAM }, signal });
  if (!isEventStream(response) || response.body === null) throw await toStreamRefusal(response, server);
  const events = readServerSentEvents(response.body, MESSAGE_LIMIT_BYTES, onDropped);
  try {
    return { endpoint: await readEndpoint(events, url), events };
  } catch (error) {
    await events.return();
    throw error;
  }
}

async function toStreamRefusal(response: Response, server: string): Promise<SimseError> {
  const what = 'the request for its event stream';
  if (!response.ok) {
    const asked = { server, what, isHandshake: true, hasSession: false, otherTransport: 'http' } as const;
    return statusFailure(await readErrorResponse(response), asked);
  }
  await discard(response);
  return wrongTransport(`answered ${what} with ${contentType(response) || 'nothing'}`, 'http');
}

async function readEndpoint(events: SseStream['events'], url: URL): Promise<URL> {
  for (;;) {
    const next = await events.next().catch((error: unknown) => {
      throw new SimseError('mcp_failed', 'cut off its event stream', { cause: error });
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
