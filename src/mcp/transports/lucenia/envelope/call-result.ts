import { isRecord } from '../../../../core/json.ts';
import type { RpcError } from '../../../../core/rpc/rpc-message.ts';
import { explain } from './lucenia-failure.ts';

/** A result of tools/call in the shape of MCP: tools of this wire answer with whatever JSON they like. */
export function toCallResult(result: unknown): Record<string, unknown> {
  if (isRecord(result) && isCallResult(result)) return result;
  const text = typeof result === 'string' ? result : JSON.stringify(result, null, 2);
  return { content: [{ type: 'text', text }], ...(isRecord(result) ? { structuredContent: result } : {}) };
}

/** A tool that failed is a result: the backend shall read it. */
export function toFailedCall(error: RpcError): Record<string, unknown> {
  return { content: [{ type: 'text', text: explain(error) }], isError: true };
}

function isCallResult({ content, structuredContent, isError }: Record<string, unknown>): boolean {
  return Array.isArray(content) || isRecord(structuredContent) || isError === true;
}
