import { messageOf } from '../errors.ts';
import { INTERNAL_ERROR, RpcError, type RpcId, type RpcMessage, type RpcParams } from './rpc-message.ts';

interface IncomingOptions {
  /** How many may be open at once. */
  maxOpen: number;
  /** Whether one is answered although it was cancelled. */
  answersCancelled: boolean;
  /** A thrown RpcError is the answer. The signal aborts when the request is cancelled or the connection ends. */
  answer(method: string, params: RpcParams, signal: AbortSignal): Promise<unknown>;
  reply(message: object): void;
  /** The last open request has been answered. */
  onIdle(): void;
  log(line: string): void;
}

/** The requests of the other side: each is begun with as it comes and answered once, unless the connection ends before. */
export class IncomingRequests {
  readonly #open = new Map<RpcId, AbortController>();
  readonly #options: IncomingOptions;

  constructor(options: IncomingOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#open.size > 0;
  }

  take({ id, method, params }: RpcMessage & { kind: 'request' }): void {
    if (this.#open.has(id)) return this.#options.log(`a second request with the id ${String(id)}: ${method}`);
    if (this.#open.size >= this.#options.maxOpen) {
      return this.#options.reply({
        id,
        error: { code: INTERNAL_ERROR, message: 'too many requests at once' },
      });
    }
    const cancelled = new AbortController();
    this.#open.set(id, cancelled);
    void this.#answer(method, params, cancelled.signal).then((outcome) => {
      if (this.#close(id, cancelled)) this.#options.reply({ id, ...outcome });
    });
  }

  cancel(id: unknown): void {
    const cancelled = this.#open.get(id as RpcId);
    if (cancelled === undefined) return;
    if (!this.#options.answersCancelled) this.#close(id as RpcId, cancelled);
    cancelled.abort();
  }

  /** None of them is answered any more. */
  end(): void {
    for (const [id, cancelled] of this.#open) {
      this.#close(id, cancelled);
      cancelled.abort();
    }
  }

  async #answer(method: string, params: RpcParams, signal: AbortSignal): Promise<object> {
    try {
      return { result: await this.#options.answer(method, params, signal) };
    } catch (error) {
      if (error instanceof RpcError) {
        const { code, message, data } = error;
        return { error: { code, message, ...(data === undefined ? {} : { data }) } };
      }
      this.#options.log(`answering ${method} failed: ${messageOf(error)}`);
      return { error: { code: INTERNAL_ERROR, message: messageOf(error) } };
    }
  }

  /** Whether it was still open. */
  #close(id: RpcId, cancelled: AbortController): boolean {
    if (this.#open.get(id) !== cancelled) return false;
    this.#open.delete(id);
    if (this.#open.size === 0) this.#options.onIdle();
    return true;
  }
}
