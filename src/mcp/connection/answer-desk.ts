import { messageOf } from '../../core/errors.ts';
import {
  INTERNAL_ERROR,
  RpcError,
  type RpcId,
  type RpcMessage,
  type RpcParams,
} from '../../core/rpc/rpc-message.ts';

/** How many requests of one server may be open at once. */
const MAX_OPEN = 64;

interface AnswerDeskOptions {
  /** A thrown RpcError is the answer. The signal aborts when nobody wants the answer any more. */
  answer(method: string, params: RpcParams, signal: AbortSignal): Promise<unknown>;
  reply(message: object): void;
  /** The last open request has been answered. */
  onIdle(): void;
  log(line: string): void;
}

/** Answers the requests of a server, each once, unless the server or the end of the connection withdraws it. */
export class AnswerDesk {
  readonly #open = new Map<RpcId, AbortController>();
  readonly #options: AnswerDeskOptions;

  constructor(options: AnswerDeskOptions) {
    this.#options = options;
  }

  get isBusy(): boolean {
    return this.#open.size > 0;
  }

  take({ id, method, params }: RpcMessage & { kind: 'request' }): void {
    if (this.#open.has(id)) return this.#options.log(`a second request with the id ${String(id)}: ${method}`);
    if (this.#open.size >= MAX_OPEN) {
      return this.#options.reply({
        id,
        error: { code: INTERNAL_ERROR, message: 'too many requests at once' },
      });
    }
    const withdrawal = new AbortController();
    this.#open.set(id, withdrawal);
    void this.#answer(method, params, withdrawal.signal).then((outcome) => {
      if (!this.#close(id, withdrawal)) return;
      this.#options.reply({ id, ...outcome });
    });
  }

  withdraw(id: unknown): void {
    const withdrawal = this.#open.get(id as RpcId);
    if (withdrawal === undefined) return;
    this.#close(id as RpcId, withdrawal);
    withdrawal.abort();
  }

  withdrawAll(): void {
    for (const id of this.#open.keys()) this.withdraw(id);
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
  #close(id: RpcId, withdrawal: AbortController): boolean {
    if (this.#open.get(id) !== withdrawal) return false;
    this.#open.delete(id);
    if (this.#open.size === 0) this.#options.onIdle();
    return true;
  }
}
