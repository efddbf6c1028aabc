import { RpcError, type RpcMessage, type RpcParams } from '../../../core/rpc/rpc-message.ts';
import { isAboutSession } from '../../protocol/lucenia-names.ts';
import { type CallNews, callbackIdOf, readCallback, readFirstResult } from './callback.ts';

export interface CallOptions {
  /** Ends the wait for the answer; its reason is what the call rejects with. */
  signal: AbortSignal;
  /** Told of the call's id when the signal ended the wait. */
  onGivenUp?(id: string): void;
  /** Of an asynchronous call: its result comes after its answer, by this id. */
  callback?: {
    id: string;
    onRunning(news: RunningNews): void;
  };
}

export type RunningNews = CallNews & { kind: 'running' };

export type RpcAnswer = RpcMessage & { kind: 'response' | 'failure' };

/** A call that waits for its answer. Settling it a second time does nothing. */
export interface OpenCall {
  readonly id: string;
  readonly method: string;
  readonly params: RpcParams;
  /** The calls that it was posted with, itself among them; empty until then. */
  batch: readonly OpenCall[];
  readonly callback: CallOptions['callback'];
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** The calls of one session that wait for their answers, by ids that tell what was called. */
export class OpenCalls {
  readonly #calls = new Map<string, OpenCall>();
  #count = 0;

  /** Hands over a call that is to be sent. Resolves with its result. */
  async open(
    method: string,
    params: RpcParams,
    { signal, callback, onGivenUp }: CallOptions,
    send: (call: OpenCall) => void,
  ): Promise<unknown> {
    signal.throwIfAborted();
    this.#count += 1;
    const id = `${method}-${this.#count}`;
    const giveUp = (): void => {
      this.#calls.get(id)?.reject(signal.reason);
      onGivenUp?.(id);
    };
    signal.addEventListener('abort', giveUp);
    try {
      return await new Promise((resolve, reject) => {
        const call: OpenCall = { id, method, params, callback, batch: [], resolve, reject };
        this.#calls.set(id, call);
        send(call);
      });
    } finally {
      this.#calls.delete(id);
      signal.removeEventListener('abort', giveUp);
    }
  }

  /** Whether it was the answer of a call that is open. */
  takeAnswer(answer: RpcAnswer): boolean {
    const call = this.#calls.get(String(answer.id));
    if (call === undefined) return false;
    if (answer.kind === 'failure') rejectFor(call, errorOf(answer));
    else if (call.callback === undefined) call.resolve(answer.result);
    else settle(call, readFirstResult(answer.result));
    return true;
  }

  /** Whether it was about an asynchronous call that is open. */
  takeCallback(value: Record<string, unknown>): boolean {
    const id = callbackIdOf(value);
    if (id === undefined) return false;
    const call = [...this.#calls.values()].find(({ callback }) => callback?.id === id);
    if (call !== undefined) settle(call, readCallback(value));
    return call !== undefined;
  }

  isOpen({ id }: OpenCall): boolean {
    return this.#calls.has(id);
  }

  /** The batch that all waiting calls belong to; empty when there is more than one. */
  onlyBatch(): readonly OpenCall[] {
    const batches = new Set([...this.#calls.values()].map(({ batch }) => batch));
    const [batch = []] = batches;
    return batches.size === 1 ? batch : [];
  }

  rejectAll(error: unknown): void {
    for (const call of this.#calls.values()) call.reject(error);
  }
}

export function errorOf({ error }: RpcMessage & { kind: 'failure' }): RpcError {
  return new RpcError(error.code, error.message, error.data);
}

/** The session is named by the envelope, so what is said of it goes for all that was in it. */
function rejectFor(call: OpenCall, error: RpcError): void {
  const calls = isAboutSession(error) ? call.batch : [call];
  for (const refused of calls) refused.reject(error);
}

function settle(call: OpenCall, news: CallNews): void {
  switch (news.kind) {
    case 'running':
      call.callback?.onRunning(news);
      break;
    case 'done':
      call.resolve(news.result);
      break;
    case 'failed':
      call.reject(news.error);
      break;
  }
}
