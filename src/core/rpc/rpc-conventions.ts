import type { SimseError } from '../errors.ts';
import type { ToolProgress } from '../tool-call.ts';
import type { RpcId, RpcParams } from './rpc-message.ts';

/** What JSON-RPC leaves to the protocol that is spoken over it. */
export interface RpcConventions {
  /** The notification that cancels a request, which it names as `requestId`. */
  readonly cancelMethod: string;
  cancelParams(requestId: RpcId, error: Error): RpcParams;
  /** What a request rejects with that its caller cancels. */
  cancelError(method: string, reason: unknown): Error;
  /** What a request rejects with that is not answered in time. */
  timeoutError(method: string, limitMs: number): SimseError;
  /** The one request that must not be cancelled, if there is one. */
  readonly uncancellable: string | null;
  /** Whether a request is answered although the other side has cancelled it. */
  readonly answersCancelled: boolean;
  /** Whether the questions of the other side end with the last request of ours that a caller cancels. */
  readonly questionsEndWithCalls: boolean;
  /** The notification that tells how far the request of a `progressToken` is, and begins its time anew. */
  readonly progress: { method: string; read(params: RpcParams): ToolProgress | null } | null;
  /** How many requests of the other side may be open at once. */
  readonly maxOpen: number;
  /** Levels of nesting: an answer that has more fails its request. */
  readonly maxDepth: number;
  /** The words of an error answer, without what says the same as its code. */
  readError(message: string): string;
}
