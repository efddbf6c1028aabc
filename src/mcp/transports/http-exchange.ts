import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import { SimseError } from '../../core/errors.ts';
import { messageTooLarge } from '../../core/rpc/message-bounds.ts';
import { JSON_BODY } from '../protocol/http-names.ts';
import type { HttpEndpoint } from './http-endpoint.ts';
import {
  contentType,
  discard,
  isEventStream,
  readBodyText,
  readErrorResponse,
  statusFailure,
} from './http-response.ts';
import {
  followStream,
  openMessageStream,
  type StreamCursor,
  type StreamEnd,
  waitToRetry,
} from './http-streams.ts';
import { isSessionExpired } from './server-transport.ts';

/** How often in a row a stream may be asked for again without bringing anything. */
const MAX_RESUMPTIONS = 5;
/** How long a stream is read on after the answer: many servers keep it open, few say anything more. */
const DRAIN_MS = 2000;
/** Statuses that say more than an error in the body does. */
const TELLING = new Set([401, 404, 429]);

interface ExchangeContext {
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
    const loss = await readResponse(response, {
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
    const refusal = await readErrorResponse(response);
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

interface AnswerContext {
  endpoint: HttpEndpoint;
  /** What is answered, as `tools/call`. */
  what: string;
  deliver(text: string): void;
  /** Whether the answer has been delivered. */
  isSettled(): boolean;
  signal: AbortSignal;
}

/** Why there is no answer. */
interface Loss {
  failure: SimseError;
  /** Whether the server took the request and said nothing, so that it may answer on another stream. */
  mayComeElsewhere: boolean;
}

/**
 * Delivers what a request is answered with: one JSON text, or a stream, which is continued when it breaks and the server
 * can do that. Resolves with null when the answer was among it. Rejects with `limit` for an answer over the limit.
 */
async function readResponse(response: Response, context: AnswerContext): Promise<Loss | null> {
  const loss = isEventStream(response)
    ? await readStream(response, context)
    : await readWhole(response, context);
  return context.isSettled() ? null : loss;
}

async function readWhole(
  response: Response,
  { what, deliver, isSettled }: AnswerContext,
): Promise<Loss | null> {
  const text = await readBodyText(response).catch((error: unknown) => {
    throw error instanceof SimseError ? error : brokenOff(what, error);
  });
  if (text.trim() === '') return silence(what);
  deliver(text);
  if (isSettled()) return null;
  const type = contentType(response);
  const kind = type === '' || type === JSON_BODY ? 'something' : type;
  const failure = new SimseError('protocol', `answered ${what} with ${kind} that does not answer it`, {
    hint: 'Is the "url" in mcp.json that of an MCP server?',
  });
  return { failure, mayComeElsewhere: false };
}

async function readStream(response: Response, context: AnswerContext): Promise<Loss | null> {
  const { what, deliver } = context;
  const cursor: StreamCursor = {};
  const follow = (stream: Response): Promise<StreamEnd> =>
    followStream(stream, cursor, deliver, (bytes) => {
      throw messageTooLarge(bytes);
    });
  const { fault } = await follow(response);
  if (context.isSettled()) return null;
  if (cursor.lastEventId !== undefined) return resume(follow, cursor, context);
  return fault === null ? silence(what) : { failure: brokenOff(what, fault), mayComeElsewhere: false };
}

/** Asks for the rest of a stream, until the answer is there or there is no hope. */
async function resume(
  follow: (stream: Response) => Promise<StreamEnd>,
  cursor: StreamCursor,
  { endpoint, what, isSettled, signal }: AnswerContext,
): Promise<Loss | null> {
  let why = 'its stream brought no more';
  for (let inVain = 0; inVain <= MAX_RESUMPTIONS; ) {
    await waitToRetry(cursor, inVain, signal);
    if (isSettled()) return null;
    const stream = await openMessageStream(endpoint, cursor.lastEventId, signal);
    if (stream instanceof Response) {
      const { count } = await follow(stream);
      if (isSettled()) return null;
      inVain = count > 0 ? 0 : inVain + 1;
    } else {
      why = `it ${stream.failure.message}`;
      if (stream.isLasting) break;
      inVain += 1;
    }
  }
  return {
    failure: new SimseError('mcp_failed', `lost the answer to ${what}: ${why}`),
    mayComeElsewhere: false,
  };
}

function silence(what: string): Loss {
  const failure = new SimseError('mcp_failed', `ended its stream without an answer to ${what}`);
  return { failure, mayComeElsewhere: true };
}

function brokenOff(what: string, error: unknown): SimseError {
  return new SimseError('mcp_failed', `cut off its answer to ${what}`, {
    cause: error,
  });
}
