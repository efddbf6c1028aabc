import { SimseError } from '../../../core/errors.ts';
import { isRecord, recordOf, textOf } from '../../../core/json.ts';
import { RpcError } from '../../../core/rpc/rpc-message.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import {
  AUTHENTICATION_REQUIRED,
  RATE_LIMIT_EXCEEDED,
  SESSION_NOT_FOUND,
  TOOL_NOT_FOUND,
} from '../../protocol/lucenia-names.ts';
import { TransportFailure } from '../server-transport.ts';

const MAX_DETAIL_CHARS = 500;

/** What the host is told of an error that the server gave: in the words of simse where it can do something about it. */
export function toFailure(error: RpcError, server: string): SimseError | RpcError {
  const words = explain(error);
  switch (error.code) {
    case SESSION_NOT_FOUND:
      return new TransportFailure('session_expired', `has forgotten the session: ${words}`);
    case TOOL_NOT_FOUND:
      return new SimseError('not_found', `does not know the tool: ${words}`);
    case RATE_LIMIT_EXCEEDED:
      return new TransportFailure('busy', `limits how often it is asked: ${words}`, retryWish(error));
    case AUTHENTICATION_REQUIRED:
      return new SimseError('auth_required', `wants a login: ${words}`, {
        hint: `Set "auth" of the server in mcp.json, or run \`simse mcp login ${server}\`.`,
      });
    default:
      return new RpcError(error.code, words, error.data);
  }
}

/** What the server asks to wait for: `retry_after` in the error's data, in seconds. */
function retryWish({ data }: RpcError): { retryAfterMs?: number } {
  const seconds = Number(recordOf(data)['retry_after']);
  return seconds > 0 ? { retryAfterMs: Math.ceil(seconds * 1000) } : {};
}

/** The message of an error with what its data adds: `Invalid params (limit: Must be a positive integer)`. */
export function explain({ message, data }: RpcError): string {
  const detail = cleanLine(detailOf(data).slice(0, MAX_DETAIL_CHARS));
  return detail === '' || message.includes(detail) ? message : `${message} (${detail})`;
}

function detailOf(data: unknown): string {
  if (data === undefined || data === null) return '';
  if (!isRecord(data)) return typeof data === 'string' ? data : JSON.stringify(data);
  const words = [data['reason'], data['message'], data['detail'], data['details']].find((part) =>
    textOf(part),
  );
  const field = textOf(data['field']);
  if (typeof words !== 'string') return JSON.stringify(data);
  return field === undefined ? words : `${field}: ${words}`;
}
