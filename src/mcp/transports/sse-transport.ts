import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { deliverText } from './deliver-text.ts';
import { greetFirst } from './greet-first.ts';
import { openSseStream, type SseStream } from './open-sse-stream.ts';
import { discard } from './read-body.ts';
import type { RemoteAccess } from './remote-access.ts';
import type { ServerTransport, TransportNotes } from './server-transport.ts';
import { serverUrl } from './server-url.ts';
import { readRefusal, statusFailure } from './status-failure.ts';
import { isSessionExpired, TransportFailure } from './transport-failure.ts';

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
    const version =
      this.#protocolVersion === undefined ? {} : { 'mcp-protocol-version': this.#protocolVersion };
    return { 'content-type': 'application/json', ...version };
  }

  async #refusal(response: Response, message: JSONRPCMessage): Promise<SimseError> {
    return statusFailure(await readRefusal(response), {
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
      reason = 'broke off its event stream';
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
