import { RequestError } from '@agentclientprotocol/sdk';
import { type ErrorCode, messageOf, SimseError } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';

const INTERNAL_ERROR = -32603;
/** What simse answers when its gate says no. */
const DENIED = -32003;
const CODES: Readonly<Record<number, ErrorCode>> = {
  [-32800]: 'cancelled',
  [-32002]: 'not_found',
  [DENIED]: 'denied',
};

/** Throws what a request to the client failed with, as an expected failure that keeps the client's own words. */
export function rethrowClientFailure(error: unknown): never {
  if (!(error instanceof RequestError)) {
    // The connection is closed, or the turn was cancelled while the request was open.
    throw new SimseError('cancelled', messageOf(error), { cause: error });
  }
  throw new SimseError(CODES[error.code] ?? 'tool_failed', wordsOf(error), { cause: error });
}

/** Many clients put the reason into the error's data and leave a phrase such as "Internal error" as its message. */
function wordsOf({ code, message, data }: RequestError): string {
  const detail = detailOf(data);
  if (detail === null || message.includes(detail)) return message;
  return code === INTERNAL_ERROR ? detail : `${message}: ${detail}`;
}

function detailOf(data: unknown): string | null {
  if (typeof data === 'string') return data === '' ? null : data;
  if (!isRecord(data)) return null;
  const words = [data['details'], data['reason'], data['message']].find((value) => typeof value === 'string');
  return typeof words === 'string' && words !== '' ? words : null;
}
