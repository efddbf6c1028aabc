import type { RpcParams } from '../../../../core/rpc/rpc-message.ts';
import type { Handshake } from './envelope-handshake.ts';
import type { CallOptions } from './open-calls.ts';

/** A request of MCP, and the means to run it. */
export interface EnvelopeRequest {
  method: string;
  params: RpcParams;
  /** Milliseconds until the host gives it up, unless there is progress. */
  timeoutMs: number;
  /** Whether the server is to run this tool asynchronously. */
  isAsyncTool(name: string): boolean;
  /** Whether the server knows `initialize`, and so `ping`. */
  isStandard: boolean;
  /** Ends the request. */
  stop: AbortController;
  call(method: string, params: RpcParams, options?: Pick<CallOptions, 'callback'>): Promise<unknown>;
  onHandshake(handshake: Handshake): void;
  /** A progress notification, without its token. */
  onProgress(progress: object): void;
}
