import { messageOf, SimseError } from '../errors.ts';
import { isRecord, recordOf } from '../json.ts';
import { IncomingRequests } from './incoming-requests.ts';
import { isNestedDeeper } from './message-bounds.ts';
import { PendingRequests, type RequestOptions } from './pending-requests.ts';
import type { RpcConventions } from './rpc-conventions.ts';
import { RpcError, type RpcMessage, type RpcParams, readRpcMessage } from './rpc-message.ts';

const EXCERPT_CHARS = 200;

export interface PeerOptions {
  conventions: RpcConventions;
  /** Sends one message. When it rejects, a request of it rejects with the same error. */
  send(message: object): Promise<void>;
  /** Milliseconds a request may take that says nothing else; null for no limit. */
  timeoutMs: number | null;
  /** While it says so, no request runs out of time. */
  isPaused?(): boolean;
  /** Answers the other side. A thrown RpcError is sent as it is. The signal aborts when nobody wants the answer any more. */
  answer(method: string, params: RpcParams, signal: AbortSignal): Promise<unknown>;
  onNotification(method: string, params: RpcParams): void;
  log(line: string): void;
}

/**
 * One end of a JSON-RPC connection, for every protocol that is spoken over it. What comes is dealt with as it comes: a
 * request is begun with, and an answer settled, before the next message is looked at. The clients of the SDKs are not used:
 * their schemas throw a whole answer away for one field that they do not know, checking every message by them costs more than
 * the rest of a call, and they hand requests on when later messages may have been taken.
 */
export class RpcPeer {
  readonly #options: PeerOptions;
  readonly #pending: PendingRequests;
  readonly #incoming: IncomingRequests;
  #lastId = 0;
  #lastActive = Date.now();
  #closeError: SimseError | undefined;

  constructor(options: PeerOptions) {
    this.#options = options;
    const { answer, conventions, isPaused, log } = options;
    this.#incoming = new IncomingRequests({
      maxOpen: conventions.maxOpen,
      answersCancelled: conventions.answersCancelled,
      answer,
      reply: (message) => this.#post(message, 'an answer'),
      onIdle: () => this.#pending.refreshDeadlines(),
      log,
    });
    this.#pending = new PendingRequests({
      errors: conventions,
      isPaused: () => this.#incoming.isBusy || isPaused?.() === true,
      onGivenUp: (id, method, error) => {
        if (method === conventions.uncancellable) return;
        this.notify(conventions.cancelMethod, conventions.cancelParams(id, error));
      },
      onLastCancelled: () => {
        if (conventions.questionsEndWithCalls) this.#incoming.end();
      },
    });
  }

  get inFlight(): number {
    return this.#pending.size;
  }

  /** When a message last came or went, epoch milliseconds. */
  get lastActive(): number {
    return this.#lastActive;
  }

  /**
   * Always settles: with the answer, the deadline, the caller's signal, or the end of the connection. A request that is given
   * up is cancelled on the other side, and what comes as its answer later is dropped. Rejects with an RpcError when the answer
   * is an error, else by the conventions, or with what ended the connection.
   */
  request(method: string, params: RpcParams, options: RequestOptions = {}): Promise<unknown> {
    const { conventions, timeoutMs: usualMs } = this.#options;
    const { signal, onProgress, timeoutMs = usualMs } = options;
    if (this.#closeError !== undefined) return Promise.reject(this.#closeError);
    if (signal?.aborted === true) return Promise.reject(conventions.cancelError(method, signal.reason));
    this.#lastId += 1;
    const id = this.#lastId;
    const answer = this.#pending.add(id, method, { ...options, timeoutMs });
    const asked = onProgress === undefined ? params : withProgressToken(params, id);
    this.#send({ id, method, params: asked }).catch((error: unknown) => {
      this.#pending.take(id)?.reject(error);
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
    this.#incoming.end();
  }

  /** Takes what came over the wire, whatever it is. */
  receive(value: unknown): void {
    this.#lastActive = Date.now();
    if (!isRecord(value)) this.#options.log('a message that is not an object');
    else this.take(readRpcMessage(value));
  }

  /** Takes a message that was read already. */
  take(message: RpcMessage): void {
    this.#lastActive = Date.now();
    if (this.#closeError !== undefined) return;
    switch (message.kind) {
      case 'response':
      case 'failure':
        return this.#takeAnswer(message);
      case 'request':
        return this.#incoming.take(message);
      case 'notification':
        return this.#takeNotification(message);
      case 'unreadable':
        return this.#options.log(`unreadable message: ${message.reason}`);
    }
  }

  #send(message: object): Promise<void> {
    this.#lastActive = Date.now();
    return this.#options.send({ jsonrpc: '2.0', ...message });
  }

  /** Sends what nobody waits for. */
  #post(message: object, what: string): void {
    this.#send(message).catch((error: unknown) =>
      this.#options.log(`${what} was not sent: ${messageOf(error)}`),
    );
  }

  #takeAnswer(message: RpcMessage & { kind: 'response' | 'failure' }): void {
    const { conventions, log } = this.#options;
    const request = this.#pending.take(message.id);
    if (request === undefined) {
      if (!this.#pending.takeLate(message.id)) log(`a response to an unknown request: ${excerptOf(message)}`);
    } else if (message.kind === 'failure') {
      const { code, message: text, data } = message.error;
      request.reject(new RpcError(code, conventions.readError(text), data));
    } else if (isNestedDeeper(message.result, conventions.maxDepth)) {
      const text = `answered ${request.method} with JSON nested over ${conventions.maxDepth} levels`;
      request.reject(new SimseError('protocol', text));
    } else {
      request.resolve(message.result);
    }
  }

  #takeNotification({ method, params }: RpcMessage & { kind: 'notification' }): void {
    const { cancelMethod, progress } = this.#options.conventions;
    if (method === cancelMethod) return this.#incoming.cancel(params['requestId']);
    if (method !== progress?.method) return this.#options.onNotification(method, params);
    const request = this.#pending.get(Number(params['progressToken']));
    request?.timer?.refresh();
    const heard = progress.read(params);
    if (heard !== null) request?.onProgress?.(heard);
  }
}

function withProgressToken(params: RpcParams, progressToken: number): RpcParams {
  return { ...params, _meta: { ...recordOf(params['_meta']), progressToken } };
}

function excerptOf({ kind: _kind, ...message }: RpcMessage): string {
  return JSON.stringify(message).slice(0, EXCERPT_CHARS);
}
