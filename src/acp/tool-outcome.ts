import type { RpcParams } from '../core/rpc/rpc-message.ts';

/** How a tool call ended that simse made for a backend: with a result, or with an error in words. */
export type ToolOutcome = { toolCallId: string; toolName: string } & (
  | { result: RpcParams }
  | { error: string }
);
