import { SimseError } from '../../core/errors.ts';
import type { ToolCallOptions } from '../../core/ports/catalogue.ts';
import type { RpcId } from '../../core/rpc/rpc-message.ts';

export interface RequestOptions extends ToolCallOptions {
  /** Milliseconds until it is given up, begun anew by every sign of progress; null for no limit. */
  timeoutMs?: number | null;
}

interface PendingRequest {
  readonly method: string;
  readonly onProgress: ToolCallOptions['onProgress'];
  resolve(answer: unknown): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout | undefined;
  stopListening(): void;
}

interface PendingOptions {
  /** While it says so, nothing runs out of time: somebody has to deal with something first. */
  isPaused(): boolean;
  /** A request ran out of time or was withdrawn by its caller, who knows that already. */
  onGivenUp(id: RpcId, method: string, error: SimseError): void;
}

/** The requests that wait for an answer: each settles once, by an answer, its deadline, its caller or the end of all. */
export class PendingRequests {
  readonly #requests = new Map<RpcId, PendingRequest>();
  readonly #options: PendingOptions;

  constructor(options: PendingOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#requests.size;
  }

  get(id: RpcId): PendingRequest | undefined {
    return this.#requests.get(id);
  }

  /** Resolves or rejects when the request is settled. */
  add(id: RpcId, method: string, { signal, onProgress, timeoutMs = null }: RequestOptions): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const cancel = (): void => this.#giveUp(id, cancelError(method));
      signal?.addEventListener('abort', cancel);
      const stopListening = (): void => signal?.removeEventListener('abort', cancel);
      const timer = timeoutMs === null ? undefined : this.#startTimer(id, method, timeoutMs);
      this.#requests.set(id, { method, onProgress, resolve, reject, timer, stopListening });
    });
  }

  /** The request, which waits no longer. */
  take(id: RpcId): PendingRequest | undefined {
    const request = this.#requests.get(id);
    if (request === undefined) return undefined;
    this.#requests.delete(id);
    clearTimeout(request.timer);
    request.stopListening();
    return request;
  }

  refreshDeadlines(): void {
    for (const { timer } of this.#requests.values()) timer?.refresh();
  }

  failAll(error: SimseError): void {
    for (const id of this.#requests.keys()) this.take(id)?.reject(error);
  }

  #startTimer(id: RpcId, method: string, limitMs: number): NodeJS.Timeout {
    const timer = setTimeout(() => {
      if (this.#options.isPaused()) timer.refresh();
      else this.#giveUp(id, timeoutError(method, limitMs));
    }, limitMs);
    return timer;
  }

  #giveUp(id: RpcId, error: SimseError): void {
    const request = this.take(id);
    if (request === undefined) return;
    request.reject(error);
    this.#options.onGivenUp(id, request.method, error);
  }
}

export function cancelError(method: string): SimseError {
  return new SimseError('cancelled', `the ${method === 'tools/call' ? 'call' : 'request'} was cancelled`);
}

function timeoutError(method: string, limitMs: number): SimseError {
  return new SimseError('timeout', `did not answer ${method} within ${limitMs} ms`, {
    hint: 'Raise "timeoutMs" of the server in mcp.json.',
  });
}
