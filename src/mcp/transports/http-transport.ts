import { setTimeout as delay } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { deliverText } from './deliver-messages.ts';
import { greetFirst, isInitialized } from './greet-first.ts';
import { HttpEndpoint } from './http-endpoint.ts';
import { HttpExchange } from './http-exchange.ts';
import { keepListening } from './http-streams.ts';
import {
  isSessionExpired,
  type RemoteAccess,
  type ServerTransport,
  type TransportFailure,
  type TransportNotes,
} from './server-transport.ts';

/** How long a session that expired waits for what becomes of requests that are just being sent. */
const EXPIRY_GRACE_MS = 1000;
/** How long closing waits for the server to take note. */
const LEAVE_MS = 1000;

/**
 * A server of Streamable HTTP (revision 2025-11-25, and what the older ones do): every message is a POST of its own, answered
 * with JSON or a stream, beside one standing stream for what belongs to no request.
 */
export class HttpTransport implements ServerTransport {
  onmessage?: ServerTransport['onmessage'];
  onclose?: ServerTransport['onclose'];
  onerror?: ServerTransport['onerror'];
  readonly #endpoint: HttpEndpoint;
  readonly #notes: TransportNotes;
  readonly #exchanges = new Set<HttpExchange>();
  readonly #opening = new Set<Promise<unknown>>();
  readonly #listening = new AbortController();
  readonly #sendInOrder = greetFirst((message) => this.#exchange(message));
  #hasStandingStream: Promise<boolean> = Promise.resolve(false);
  #expiry: SimseError | undefined;
  #end: { reason: string; error: SimseError | undefined } | undefined;
  #leaving: Promise<unknown> = Promise.resolve();

  /** Throws `config` for an address that is none. */
  constructor(config: RemoteServerConfig, access: RemoteAccess, notes: TransportNotes) {
    this.#endpoint = new HttpEndpoint(config, access);
    this.#notes = notes;
  }

  get closeError(): SimseError | undefined {
    return this.#end?.error;
  }

  closeReason(): string {
    return this.#end?.reason ?? 'is connected';
  }

  setProtocolVersion(version: string): void {
    this.#endpoint.protocolVersion = version;
  }

  start(): Promise<void> {
    return Promise.resolve();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message && message.method === 'notifications/cancelled') {
      this.#findExchange(message.params?.['requestId'])?.abandon();
    }
    const sending = this.#sendInOrder(message);
    await (isInitialized(message) ? sending.finally(() => this.#listen()) : sending);
  }

  async close(): Promise<void> {
    if (this.#end === undefined) {
      this.#leaving = this.#leave();
      this.#finish('was closed');
    }
    await this.#leaving;
  }

  async #exchange(message: JSONRPCMessage): Promise<void> {
    if (this.#expiry !== undefined) throw this.#expiry;
    if (this.#end !== undefined) throw new SimseError('mcp_failed', this.#end.reason);
    const exchange = new HttpExchange(message, {
      endpoint: this.#endpoint,
      deliver: this.#deliver,
      hasStandingStream: () => this.#hasStandingStream,
    });
    this.#exchanges.add(exchange);
    try {
      const response = await this.#open(exchange);
      if (response !== null) await exchange.read(response);
    } catch (error) {
      if (!exchange.isSettled) throw this.#toFailure(error);
    } finally {
      exchange.release();
      this.#exchanges.delete(exchange);
    }
  }

  async #open(exchange: HttpExchange): Promise<Response | null> {
    const opening = exchange.open();
    this.#opening.add(opening);
    try {
      return await opening;
    } finally {
      this.#opening.delete(opening);
    }
  }

  readonly #deliver = (text: string, asked?: HttpExchange): void => {
    deliverText(text, this.#notes, (message) => {
      // Some servers do not say which request it was that they could not read.
      const isNameless = asked?.request && 'error' in message && (message.id ?? null) === null;
      const owned = isNameless ? { ...message, id: asked.request.id } : message;
      if (!('method' in owned)) this.#findExchange(owned.id)?.settle();
      this.onmessage?.(owned);
    });
  };

  #findExchange(id: unknown): HttpExchange | undefined {
    for (const exchange of this.#exchanges) {
      if (exchange.request !== null && String(exchange.request.id) === String(id)) return exchange;
    }
    return undefined;
  }

  #toFailure(error: unknown): SimseError {
    if (this.#end !== undefined) return new SimseError('mcp_failed', this.#end.reason, { cause: error });
    if (isSessionExpired(error)) void this.#expire(error);
    if (error instanceof SimseError) return error;
    return new SimseError('mcp_failed', `cannot be reached: ${messageOf(error)}`, { cause: error });
  }

  /** Other requests that are on their way are likely to be turned away as well, and shall learn it themselves. */
  async #expire(error: TransportFailure): Promise<void> {
    if (this.#expiry !== undefined) return;
    this.#expiry = error;
    await Promise.race([
      Promise.allSettled(this.#opening),
      delay(EXPIRY_GRACE_MS, undefined, { ref: false }),
    ]);
    setImmediate(() => this.#finish(error.message, error));
  }

  #listen(): void {
    this.#hasStandingStream = new Promise((resolve) => {
      const listening = keepListening({
        endpoint: this.#endpoint,
        onData: this.#deliver,
        onDropped: this.#notes.onDropped,
        onNoise: this.#notes.onNoise,
        onKnown: resolve,
        signal: this.#listening.signal,
      });
      listening.catch((error: unknown) => this.#loseStream(error)).finally(() => resolve(false));
    });
  }

  #loseStream(error: unknown): void {
    if (isSessionExpired(error)) void this.#expire(error);
    else if (error instanceof SimseError) this.#finish(error.message, error);
  }

  async #leave(): Promise<void> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), LEAVE_MS);
    await this.#endpoint.leave(patience.signal);
    clearTimeout(timer);
  }

  #finish(reason: string, error?: SimseError): void {
    if (this.#end !== undefined) return;
    this.#end = { reason, error };
    this.#listening.abort();
    for (const exchange of this.#exchanges) exchange.abort();
    this.onclose?.();
  }
}
