import { isNestedDeeper } from '../../core/rpc/message-bounds.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import { RpcError, type RpcMessage, type RpcParams, readRpcMessage } from '../../core/rpc/rpc-message.ts';
import { toProgress } from '../translate/to-progress.ts';
import type { ServerTransport } from '../transports/server-transport.ts';
import { AnswerDesk } from './answer-desk.ts';
import { cancelError, PendingRequests, type RequestOptions } from './pending-requests.ts';

/** What is nested deeper would overflow the stack of whoever writes it as JSON again. */
const MAX_DEPTH = 100;
const EXCERPT_CHARS = 200;
/** What servers that are made with the SDK put before the words of an error: its code, which stands beside them. */
const SDK_PREFIX = /^(?:MCP error -?\d+: )+(?=.)/;

export interface PeerOptions {
  /** Not started yet; its callbacks belong to the peer. */
  transport: ServerTransport;
  /** Milliseconds a request may take that says nothing else. */
  timeoutMs: number;
  /** While it says so, no request runs out of time. */
  isPaused(): boolean;
  /** Answers the server. A thrown RpcError is sent as it is. */
  answer(method: string, params: RpcParams, signal: AbortSignal): Promise<unknown>;
  onNotification(method: string, params: RpcParams): void;
  log(line: string): void;
}

/**
 * JSON-RPC with an MCP server. The SDK's client is not used for it: its schemas throw a whole answer away for one field
 * that they do not know, and checking every message by them costs more than the rest of a call.
 */
export class RpcPeer {
  readonly #options: PeerOptions;
  readonly #pending: PendingRequests;
  readonly #desk: AnswerDesk;
  #lastId = 0;
  #lastActive = Date.now();
  #closeError: SimseError | undefined;

  constructor(options: PeerOptions) {
    this.#options = options;
    const { transport, log } = options;
    this.#desk = new AnswerDesk({
      answer: options.answer,
      reply: (message) => this.#post(message, 'an answer'),
      onIdle: () => this.#pending.refreshDeadlines(),
      log,
    });
    this.#pending = new PendingRequests({
      isPaused: () => this.#desk.isBusy || options.isPaused(),
      onGivenUp: (id, method, error) => {
        // The protocol forbids to cancel it.
        if (method !== 'initialize') {
          this.notify('notifications/cancelled', { requestId: id, reason: error.message });
        }
        // Whoever interrupts the only request takes with it what it has asked.
        if (error.code === 'cancelled' && this.#pending.size === 0) this.#desk.withdrawAll();
      },
    });
    transport.onmessage = (message) => this.#receive(message);
    transport.onerror = (error) => log(error.message);
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  /** When a message last came or went, epoch milliseconds. */
  get lastActive(): number {
    return this.#lastActive;
  }

  /**
   * Always settles: with the answer, the deadline, the caller's signal, or the end of the connection. A request that is
   * given up is cancelled at the server, and what it answers later is dropped. Rejects with an RpcError when the server
   * answers with an error, else with a SimseError whose message lacks its subject ("did not answer ping within 100 ms").
   */
  request(method: string, params: RpcParams, options: RequestOptions = {}): Promise<unknown> {
    if (this.#closeError !== undefined) return Promise.reject(this.#closeError);
    if (options.signal?.aborted === true) return Promise.reject(cancelError(method));
    this.#lastId += 1;
    const id = this.#lastId;
    const { timeoutMs = this.#options.timeoutMs } = options;
    const answer = this.#pending.add(id, method, { ...options, timeoutMs });
    const meta = options.onProgress === undefined ? params : { ...params, _meta: { progressToken: id } };
    this.#send({ id, method, params: meta }).catch((error: unknown) => {
      this.#pending.take(id)?.reject(sendError(error));
    });
    return answer;
  }

  notify(method: string, params?: RpcParams): void {
    if (this.#closeError !== undefined) return;
    this.#post(params === undefined ? { method } : { method, params }, method);
  }

  failAll(error: SimseError): void {
    this.#pending.failAll(error);
  }

  /** Fails everything that is in flight; nothing is sent or taken any more. */
  close(error: SimseError): void {
    if (this.#closeError !== undefined) return;
    this.#closeError = error;
    this.#pending.failAll(error);
    this.#desk.withdrawAll();
  }

  #send(message: object): Promise<void> {
    this.#lastActive = Date.now();
    const { transport } = this.#options;
    return transport.send({ jsonrpc: '2.0', ...message } as Parameters<typeof transport.send>[0]);
  }

  /** Sends what nobody waits for. */
  #post(message: object, what: string): void {
    this.#send(message).catch((error: unknown) =>
      this.#options.log(`${what} was not sent: ${messageOf(error)}`),
    );
  }

  #receive(value: unknown): void {
    this.#lastActive = Date.now();
    if (this.#closeError !== undefined) return;
    if (!isRecord(value)) return this.#options.log('a message that is not an object');
    const message = readRpcMessage(value);
    switch (message.kind) {
      case 'response':
      case 'failure':
        return this.#takeAnswer(message);
      case 'request':
        return this.#desk.take(message);
      case 'notification':
        return this.#takeNotification(message);
      case 'unreadable':
        return this.#options.log(`unreadable message: ${message.reason}`);
    }
  }

  #takeAnswer(message: RpcMessage & { kind: 'response' | 'failure' }): void {
    const request = this.#pending.take(message.id);
    if (request === undefined) {
      // A late answer, or a second one, is no news.
      const wasOurs = Number(message.id) > 0 && Number(message.id) <= this.#lastId;
      if (!wasOurs) this.#options.log(`an answer to no request of ours: ${excerptOf(message)}`);
    } else if (message.kind === 'failure') {
      const { code, message: text, data } = message.error;
      request.reject(new RpcError(code, text.replace(SDK_PREFIX, ''), data));
    } else if (isNestedDeeper(message.result, MAX_DEPTH)) {
      const text = `answered ${request.method} with JSON nested over ${MAX_DEPTH} levels`;
      request.reject(new SimseError('protocol', text));
    } else {
      request.resolve(message.result);
    }
  }

  #takeNotification({ method, params }: RpcMessage & { kind: 'notification' }): void {
    switch (method) {
      case 'notifications/progress': {
        const request = this.#pending.get(Number(params['progressToken']));
        request?.timer?.refresh();
        const progress = toProgress(params);
        if (progress !== null) request?.onProgress?.(progress);
        break;
      }
      case 'notifications/cancelled':
        this.#desk.withdraw(params['requestId']);
        break;
      default:
        this.#options.onNotification(method, params);
    }
  }
}

function sendError(error: unknown): SimseError {
  if (error instanceof SimseError) return error;
  return new SimseError('mcp_failed', `cannot be reached: ${messageOf(error)}`, { cause: error });
}

function excerptOf(message: RpcMessage): string {
  const { kind: _kind, ...rest } = message;
  return JSON.stringify(rest).slice(0, EXCERPT_CHARS);
}
