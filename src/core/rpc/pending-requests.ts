import { onAbort } from '../abort.ts';
import type { ToolProgress } from '../tool-call.ts';
import type { RpcConventions } from './rpc-conventions.ts';
import type { RpcId } from './rpc-message.ts';

export interface RequestOptions {
  signal?: AbortSignal;
  onProgress?: (progress: ToolProgress) => void;
  /** Milliseconds until it is given up, begun anew by every sign of progress; null for no limit. */
  timeoutMs?: number | null;
}

interface PendingRequest {
  readonly method: string;
  readonly onProgress: RequestOptions['onProgress'];
  resolve(answer: unknown): void;
  reject(error: unknown): void;
  timer: NodeJS.Timeout | undefined;
  stopListening(): void;
}

interface PendingOptions {
  errors: Pick<RpcConventions, 'cancelError' | 'timeoutError'>;
  /** While it says so, nothing runs out of time: somebody has to deal with something first. */
  isPaused(): boolean;
  /** A request ran out of time or was cancelled by its caller, who knows that already. */
  onGivenUp(id: RpcId, method: string, error: Error): void;
  /** The same of one that was cancelled, when no other is left. */
  onLastCancelled(): void;
}

/** The requests that wait for an answer: each settles once, by an answer, its deadline, its caller or the end of all. */
export class PendingRequests {
  readonly #requests = new Map<RpcId, PendingRequest>();
  /** Whose answers may still come. */
  readonly #givenUp = new Set<RpcId>();
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
      const stopListening = onAbort(signal, () => this.#cancel(id, method, signal?.reason));
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

  /** Whether it is the late answer to a request that was given up. */
  takeLate(id: RpcId): boolean {
    return this.#givenUp.delete(id);
  }

  refreshDeadlines(): void {
    for (const { timer } of this.#requests.values()) timer?.refresh();
  }

  failAll(error: Error): void {
    for (const id of this.#requests.keys()) this.take(id)?.reject(error);
  }

  #startTimer(id: RpcId, method: string, limitMs: number): NodeJS.Timeout {
    const { errors, isPaused } = this.#options;
    const timer = setTimeout(() => {
      if (isPaused()) timer.refresh();
      else this.#giveUp(id, errors.timeoutError(method, limitMs));
    }, limitMs);
    return timer;
  }

  #cancel(id: RpcId, method: string, reason: unknown): void {
    this.#giveUp(id, this.#options.errors.cancelError(method, reason));
    if (this.size === 0) this.#options.onLastCancelled();
  }

  #giveUp(id: RpcId, error: Error): void {
    const request = this.take(id);
    if (request === undefined) return;
    this.#givenUp.add(id);
    request.reject(error);
    this.#options.onGivenUp(id, request.method, error);
  }
}
