import { APICallError } from 'ai';
import { messageOf } from '../../core/errors.ts';
import { ModelError } from './model-error.ts';

const TOO_LONG = /context.{0,20}(length|window|limit)|too (long|large|many tokens)|maximum.{0,20}tokens/i;

/** What the AI SDK threw, as one of the few kinds of failure that the loop knows how to meet. */
export function toModelError(error: unknown): ModelError {
  if (error instanceof ModelError) return error;
  if (!APICallError.isInstance(error)) {
    return new ModelError('dropped', `the connection to the model broke off: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const { statusCode, message, responseBody = '', responseHeaders = {} } = error;
  const options = { cause: error, ...retryAfter(responseHeaders) };
  // The answer began well and then broke off.
  if (statusCode === 200)
    return new ModelError('dropped', 'the model ended its answer in the middle', options);
  if (statusCode === undefined)
    return new ModelError('dropped', `the model cannot be reached: ${message}`, options);
  if (statusCode === 401 || statusCode === 403) return new ModelError('auth', message, options);
  if (statusCode === 429 || statusCode === 408 || statusCode >= 500)
    return new ModelError('busy', message, options);
  if (TOO_LONG.test(`${message} ${responseBody}`)) return new ModelError('too_long', message, options);
  return new ModelError('rejected', message, options);
}

function retryAfter(headers: Readonly<Record<string, string>>): { retryAfterMs?: number } {
  const value = headers['retry-after-ms'] ?? headers['retry-after'];
  if (value === undefined) return {};
  const number = Number(value);
  if (Number.isFinite(number))
    return { retryAfterMs: headers['retry-after-ms'] === undefined ? number * 1000 : number };
  const date = Date.parse(value);
  return Number.isNaN(date) ? {} : { retryAfterMs: Math.max(0, date - Date.now()) };
}
