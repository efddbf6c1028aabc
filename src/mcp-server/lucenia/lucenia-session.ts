import { performance } from 'node:perf_hooks';
import type { OwnToolContext } from '../../core/ports/own-tool.ts';
import { RpcError, type RpcId } from '../../core/rpc/rpc-message.ts';
import { PROGRESS_EVENT, RESPONSE_EVENT } from '../../mcp/protocol/lucenia-names.ts';
import type { ResponseStream } from '../http/event-stream.ts';
import type { ClientSession } from '../http/session-pool.ts';
import { answerQuery, type DescribedServer } from './answer-query.ts';
import { internalError, invalidRequest, rateLimitExceeded } from './lucenia-errors.ts';
import { type LuceniaRequest, readMessage } from './read-message.ts';
import { type LuceniaCall, readToolCall, runTool } from './tool-call.ts';

const MAX_BATCH = 100;
/** How many requests of one client may be under way. */
const MAX_UNDER_WAY = 100;

export interface SessionServer extends DescribedServer {
  /** Messages a second of one client. */
  rateLimit: number;
}

interface UnderWay {
  id: string | number;
  stop: AbortController;
}

/** So many messages a second, and as many at once after a pause. */
class RateLimit {
  readonly #perSecond: number;
  #left: number;
  #countedAt = performance.now();

  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#left = perSecond;
  }

  /** Counts one. Returns 0, or for one too many the seconds until the next may come. */
  take(): number {
    const now = performance.now();
    this.#left += ((now - this.#countedAt) / 1000) * this.#perSecond;
    this.#left = Math.min(this.#left, this.#perSecond);
    this.#countedAt = now;
    if (this.#left < 1) return (1 - this.#left) / this.#perSecond;
    this.#left -= 1;
    return 0;
  }
}

/** Says something on the stream, unless nobody waits for it any more. */
type Say = (answer: object) => void;

/** One client: what it posts is answered on its stream, and nowhere else. */
export class LuceniaSession implements ClientSession {
  usedAt = Date.now();
  readonly #stream: ResponseStream;
  readonly #server: SessionServer;
  readonly #caller: string;
  readonly #limit: RateLimit;
  readonly #underWay = new Set<UnderWay>();
  #answers = 0;

  constructor(stream: ResponseStream, server: SessionServer, caller: string) {
    this.#stream = stream;
    this.#server = server;
    this.#caller = caller;
    this.#limit = new RateLimit(server.rateLimit);
  }

  isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  end(): void {
    this.#stream.end();
  }

  /** Cancels what is under way: its client has gone. */
  stop(): void {
    for (const { stop } of this.#underWay) stop.abort();
  }

  /** A message or a batch of them, unchecked. Each is answered by itself. */
  take(message: unknown): void {
    this.usedAt = Date.now();
    const messages = Array.isArray(message) ? message : [message];
    if (messages.length === 0 || messages.length > MAX_BATCH) {
      return this.#fail(null, invalidRequest('message', `Must be 1 to ${MAX_BATCH} messages`));
    }
    for (const each of messages) this.#takeOne(each);
  }

  #takeOne(value: unknown): void {
    const message = readMessage(value);
    if (message.kind === 'cancel') return this.#cancel(message.id);
    if (message.kind === 'notification') return;
    const refusal = this.#refusal();
    if (refusal !== null) return this.#fail(message.id, refusal);
    if (message.kind === 'invalid') return this.#fail(message.id, message.error);
    void this.#serve(message);
  }

  #refusal(): RpcError | null {
    const wait = this.#limit.take();
    if (wait > 0) return rateLimitExceeded(`At most ${this.#server.rateLimit} messages a second`, wait);
    if (this.#underWay.size < MAX_UNDER_WAY) return null;
    return rateLimitExceeded(`At most ${MAX_UNDER_WAY} requests at once`);
  }

  #cancel(id: unknown): void {
    for (const request of this.#underWay) if (request.id === id) request.stop.abort();
  }

  async #serve({ id, method, params }: LuceniaRequest): Promise<void> {
    const stop = new AbortController();
    const request = { id, stop };
    this.#underWay.add(request);
    const say: Say = (answer) => {
      if (!stop.signal.aborted) this.#tell(answer);
    };
    try {
      if (method === 'tools/call') {
        await this.#call(id, readToolCall(params, this.#server.features.tools()), stop.signal, say);
      } else {
        say(success(id, answerQuery(method, params, this.#server)));
      }
    } catch (error) {
      say(failure(id, error));
    } finally {
      this.#underWay.delete(request);
      this.usedAt = Date.now();
    }
  }

  async #call(id: RpcId, call: LuceniaCall, signal: AbortSignal, say: Say): Promise<void> {
    const context: OwnToolContext = { signal, caller: this.#caller, onProgress() {}, log() {} };
    if (call.callbackId === null) return say(success(id, await runTool(call, context)));
    const callback = { callback_id: call.callbackId };
    say(success(id, { status: 'accepted', ...callback }));
    const onProgress: OwnToolContext['onProgress'] = (progress) => {
      if (!signal.aborted) this.#send(PROGRESS_EVENT, { ...callback, status: 'running', ...progress });
    };
    try {
      const result = await runTool(call, { ...context, onProgress });
      say({ ...callback, status: 'completed', result });
    } catch (error) {
      say({ ...callback, status: 'failed', error: toWireError(error) });
    }
  }

  #fail(id: RpcId, error: RpcError): void {
    this.#tell(failure(id, error));
  }

  #tell(answer: object): void {
    this.#answers += 1;
    this.#send(RESPONSE_EVENT, answer, `response-${String(this.#answers).padStart(3, '0')}`);
  }

  #send(event: string, value: object, id?: string): void {
    this.#stream.send({ event, data: JSON.stringify(value), ...(id === undefined ? {} : { id }) });
  }
}

function success(id: RpcId, result: unknown): object {
  return { jsonrpc: '2.0', id, result };
}

function failure(id: RpcId, error: unknown): object {
  return { jsonrpc: '2.0', id, error: toWireError(error) };
}

function toWireError(error: unknown): object {
  const { code, message, data } = error instanceof RpcError ? error : internalError(error);
  return { code, message, data };
}
