import { SimseError } from '../core/errors.ts';
import { METHOD_NOT_FOUND, RpcError } from '../core/rpc/rpc-message.ts';
import { cleanLine } from '../core/text/clean-text.ts';

const MAX_MESSAGE_CHARS = 2000;

/** An error that a server answered with, in the words of simse; its message lacks the subject. Others are as they are. */
export function toAnswerError(method: string, error: unknown): unknown {
  if (!(error instanceof RpcError)) return error;
  const said = cleanLine(error.message.slice(0, MAX_MESSAGE_CHARS));
  return new SimseError('mcp_failed', `answered ${method} with an error: ${said}`, { cause: error });
}

/** Whether the server is there and answered, but not with what was asked for. */
export function isBadAnswer(error: unknown): boolean {
  return error instanceof SimseError && (error.cause instanceof RpcError || error.code === 'protocol');
}

/** Whether the server says that it does not do this at all. */
export function isUnknownMethod(error: unknown): boolean {
  const cause = error instanceof SimseError ? error.cause : error;
  return cause instanceof RpcError && cause.code === METHOD_NOT_FOUND;
}
