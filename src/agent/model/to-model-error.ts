import { APICallError } from 'ai';
import { cleanLine } from '../../core/clean-text.ts';
import { messageOf } from '../../core/errors.ts';
import { recordOf, textOf } from '../../core/read-fields.ts';
import { connectionProblem, isFinalProblem } from './connection-problem.ts';
import { ModelError, type ModelErrorKind } from './model-error.ts';
import type { Provider } from './provider.ts';
import { redactKeys } from './redact-keys.ts';

const TOO_LONG = /context.{0,20}(length|window|limit)|too (long|large|many tokens)|maximum.{0,20}tokens/i;
const NO_CREDIT =
  /insufficient_quota|exceeded your current quota|credit balance is too low|insufficient (credits|balance)/i;
const BAD_KEY = /api key not valid|invalid api key|incorrect api key/i;
const MAX_CHARS = 500;
const CUT_OFF = 'the model ended its answer in the middle';

/**
 * What the AI SDK threw, as one of the few kinds of failure that the loop knows how to meet: in the provider's words, with
 * what can be done, and without keys. The error itself is not kept, since it has the whole question in it.
 */
export function toModelError(error: unknown, provider: Provider): ModelError {
  const { kind, message, retryAfterMs } = describe(error, provider);
  return new ModelError(
    kind,
    redactKeys(message, provider),
    retryAfterMs === undefined || retryAfterMs === null ? {} : { retryAfterMs },
  );
}

interface Failure {
  kind: ModelErrorKind;
  message: string;
  retryAfterMs?: number | null;
}

function describe(error: unknown, provider: Provider): Failure {
  if (error instanceof ModelError) return error;
  const problem = connectionProblem(error);
  if (problem !== null) {
    const message = `${provider.name} cannot be reached at ${provider.baseUrl}: ${problem}`;
    return { kind: isFinalProblem(error) ? 'rejected' : 'dropped', message };
  }
  if (!APICallError.isInstance(error))
    return { kind: 'dropped', message: `the connection to the model broke off: ${messageOf(error)}` };
  // The answer began well and then broke off.
  if (error.statusCode === 200) return { kind: 'dropped', message: CUT_OFF };
  if (error.statusCode === undefined)
    return { kind: 'dropped', message: `${provider.name} cannot be reached: ${error.message}` };
  return describeRefusal(error, error.statusCode, provider);
}

/** What a status means, and what its body says beside: two of the refusals have different numbers with each provider. */
function describeRefusal(error: APICallError, status: number, provider: Provider): Failure {
  const { responseBody = '', responseHeaders = {} } = error;
  const said = `${provider.name} answers with ${status}: ${wordsOf(error)}`;
  const all = `${error.message} ${responseBody}`;
  const because = (remedy: string): string => `${said.replace(/[.\s]+$/, '')}. ${remedy}`;
  if (status === 401 || status === 403 || BAD_KEY.test(all))
    return { kind: 'auth', message: because(keyRemedy(provider)) };
  if (status === 402 || NO_CREDIT.test(all))
    return { kind: 'rejected', message: because('Add credit to the account, or choose another model.') };
  if (status === 429 || status === 408 || status >= 500)
    return { kind: 'busy', message: said, ...retryAfter(responseHeaders) };
  if (TOO_LONG.test(all)) return { kind: 'too_long', message: said };
  if (status === 404)
    return { kind: 'rejected', message: because(`Choose another model, or correct ${provider.baseUrl}.`) };
  return { kind: 'rejected', message: said };
}

/** The provider's own words, wherever its JSON has them; a web page has none. */
function wordsOf({ message, responseBody = '' }: APICallError): string {
  if (responseBody.trimStart().startsWith('<')) return 'a web page, as of a proxy';
  return cleanLine(wordsIn(responseBody) ?? message).slice(0, MAX_CHARS);
}

function wordsIn(body: string): string | undefined {
  try {
    const json: unknown = JSON.parse(body);
    const { error, message, detail } = recordOf(Array.isArray(json) ? json[0] : json);
    return [recordOf(error)['message'], error, message, detail]
      .map(textOf)
      .find((text) => text !== undefined);
  } catch {
    return undefined; // It is no JSON, and the status has to say it.
  }
}

function keyRemedy({ keyVariable, apiKey }: Provider): string {
  if (keyVariable === null) return 'Name the variable of its key as apiKeyEnv in config.json.';
  return apiKey === null
    ? `Set ${keyVariable} to a key.`
    : `Set ${keyVariable} to a key that is valid there.`;
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
