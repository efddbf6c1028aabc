import type { RpcParams } from '../core/rpc/rpc-message.ts';
import type { IncomingRequest } from './peer.ts';

/** Answers that are being found, and how the SDK's handler gets hold of its own. */
export interface BegunAnswers {
  /** Begins with it at once; what is returned stands for it in `settle`. */
  begin(request: Omit<IncomingRequest, 'signal'>): RpcParams;
  /** The answer that `begin` returned this for. It ends when the signal aborts. */
  settle(ticket: RpcParams, signal: AbortSignal): Promise<unknown>;
}

/**
 * The SDK hands requests on some time after they came, when later updates may have been taken: what a request says of a call
 * would undo what they say. So each is begun with as it comes.
 */
export function createBegunAnswers(answer: (request: IncomingRequest) => Promise<unknown>): BegunAnswers {
  const begun = new Map<unknown, { result: Promise<unknown>; ending: AbortController }>();
  let count = 0;
  return {
    begin(request) {
      const ending = new AbortController();
      const result = answer({ ...request, signal: ending.signal });
      result.catch(() => undefined);
      count += 1;
      begun.set(count, { result, ending });
      return { ticket: count };
    },
    settle({ ticket }, signal) {
      const found = begun.get(ticket);
      if (found === undefined) throw new Error('a request that did not come through begin');
      begun.delete(ticket);
      const { result, ending } = found;
      const end = (): void => ending.abort(signal.reason);
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
      return result;
    },
  };
}
