import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { type HttpEndpoint, isEventStream } from './http-endpoint.ts';
import { readAnswer } from './read-answer.ts';
import { discard } from './read-body.ts';
import { readRefusal, statusFailure } from './status-failure.ts';
import { isSessionExpired } from './transport-failure.ts';

/** How long a stream is read on after the answer: many servers keep it open, few say anything more. */
const DRAIN_MS = 2000;
/** Statuses that say more than an error in the body does. */
const TELLING = new Set([401, 404, 429]);

export interface ExchangeContext {
  endpoint: HttpEndpoint;
  /** Hands a text's messages on. One that is an answer settles the exchange it is for, wherever it came from. */
  deliver(text: string, exchange: HttpExchange): void;
  /** Whether an answer may still come on the standing stream. */
  hasStandingStream(): Promise<boolean>;
}

/** One message to a Streamable HTTP server: its POST, and for a request all that comes until its answer. */
export class HttpExchange {
  readonly message: JSONRPCMessage;
  /** The message, when it is one that wants an answer. */
  readonly request: JSONRPCRequest | null;
  readonly #context: ExchangeContext;
  readonly #ending = new AbortController();
  #isSettled = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(message: JSONRPCMessage, context: ExchangeContext) {
    this.message = message;
    this.request = 'method' in message && 'id' in message ? message : null;
    this.#context = context;
  }

  /** Whether nothing is missing any more: its answer has come, or nobody waits for it. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  /** Its answer has come; the stream may bring a little more. */
  settle(): void {
    if (this.#isSettled) return;
    this.#isSettled = true;
    this.#timer = setTimeout(() => this.abort(), DRAIN_MS).unref();
  }

  /** Nobody waits for its answer any more. */
  abandon(): void {
    this.#isSettled = true;
    this.abort();
  }

  /** Ends it where it is. */
  abort(): void {
    this.#ending.abort();
  }

  /** To be called when it is over. */
  release(): void {
    clearTimeout(this.#timer);
  }

  /** Sends the message. Rejects with a SimseError when the server turns it away; null when that is its answer. */
  async open(): Promise<Response | null> {
    const { endpoint } = this.#context;
    const response = await endpoint.post(this.message, this.#ending.signal);
    if (!response.ok) return this.#refused(response);
    if (this.#isHandshake) endpoint.adoptSession(response);
    return response;
  }

  /** Reads what the server answers, until all is said. Rejects with a SimseError when the answer is lost. */
  async read(response: Response): Promise<void> {
    // A stream has nothing to say to a message that wants no answer, and may stay open for long.
    if (this.request === null) return isEventStream(response) ? response.body?.cancel() : discard(response);
    const { endpoint, deliver, hasStandingStream } = this.#context;
    const loss = await readAnswer(response, {
      endpoint,
      what: this.request.method,
      deliver: (text) => deliver(text, this),
      isSettled: () => this.#isSettled,
      signal: this.#ending.signal,
    });
    if (loss === null || (loss.mayComeElsewhere && (await hasStandingStream()))) return;
    if (!this.#isSettled) throw loss.failure;
  }

  get #isHandshake(): boolean {
    return this.request?.method === 'initialize';
  }

  /** An error that is addressed to the request is its answer, unless the status says better what is to be done. */
  async #refused(response: Response): Promise<null> {
    const { endpoint, deliver } = this.#context;
    const refusal = await readRefusal(response);
    const failure = statusFailure(refusal, {
      server: endpoint.server,
      what: 'method' in this.message ? this.message.method : 'an answer',
      hasSession: endpoint.hasSession,
      isHandshake: this.#isHandshake,
      otherTransport: 'sse',
    });
    const isAnswer = this.request !== null && refusal.rpcError?.['id'] === this.request.id;
    if (!isAnswer || TELLING.has(refusal.status) || isSessionExpired(failure)) throw failure;
    deliver(JSON.stringify(refusal.rpcError), this);
    return null;
  }
}
