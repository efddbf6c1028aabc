import type { RpcError } from '../core/rpc/rpc-message.ts';

const UNKNOWN =
  /(?:session|conversation|thread)\b.*\b(?:not found|unknown|does not exist|doesn't exist)|\b(?:unknown|invalid|no such|no) (?:session|conversation|thread)\b/i;
const NOT_FOUND_CODES: ReadonlySet<number> = new Set([-32001, -32002]);

/**
 * Whether an error answer says that the agent has no such session (any more). There is no code for it: agents spell it
 * as -32001, -32002, -32602 or -32603, with the reason in the message or in the data.
 */
export function isUnknownSession({ code, message, data }: RpcError, sessionId: string): boolean {
  const text = `${message} ${JSON.stringify(data ?? '')}`;
  return UNKNOWN.test(text) || (NOT_FOUND_CODES.has(code) && text.includes(sessionId));
}
