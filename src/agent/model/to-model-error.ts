import { APICallError, TypeValidationError } from 'ai';
import { messageOf } from '../../core/errors.ts';
import { isRecord } from '../../core/json.ts';
import { connectionProblem, isFinalProblem } from './connection-problem.ts';
import { ModelError, type ModelErrorKind } from './model.ts';
import { type Provider, redactKeys } from './provider.ts';
import {
  judgeRefusal,
  namedStatus,
  type ProviderRefusal,
  type RefusalVerdict,
  readRetryAfter,
  wordsOf,
} from './refusal.ts';

const CUT_OFF = 'the model stopped in the middle of its answer';

/**
 * What the AI SDK threw, as one of the few kinds of failure that the loop knows how to meet: in the provider's words, with
 * what can be done, and without keys. The error itself is not kept, since it has the whole question in it.
 */
export function toModelError(error: unknown, provider: Provider): ModelError {
  const { kind, message, retryAfterMs = null } = describe(error, provider);
  return new ModelError(kind, redactKeys(message, provider), retryAfterMs === null ? {} : { retryAfterMs });
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
  if (APICallError.isInstance(error)) return describeCall(error, provider);
  const streamed = errorInStream(error);
  if (streamed !== null) return describeRefusal(streamed, {}, provider);
  const words = TypeValidationError.isInstance(error)
    ? 'it sent something that is not part of an answer'
    : (wordsOf(messageOf(error)) ?? 'no reason given');
  return { kind: 'dropped', message: `the connection to the model was lost: ${words}` };
}

function describeCall(error: APICallError, provider: Provider): Failure {
  const { statusCode, responseBody = '', responseHeaders = {} } = error;
  // The answer began well and then broke off.
  if (statusCode === 200) return { kind: 'dropped', message: CUT_OFF };
  if (statusCode === undefined)
    return { kind: 'dropped', message: `${provider.name} cannot be reached: ${error.message}` };
  const body = parse(responseBody);
  // An error that is the first thing in a stream is given a status by the library, which knows few of their names.
  const status = statusCode === 500 ? (namedStatus(body) ?? statusCode) : statusCode;
  const isPage = responseBody.trimStart().startsWith('<');
  const words = isPage ? 'a web page, as from a proxy' : (wordsOf(body) ?? wordsOf(error.message) ?? '');
  return describeRefusal(
    { status, words, said: `${error.message} ${responseBody}` },
    responseHeaders,
    provider,
  );
}

/** An error that a provider puts into an answer that had begun: a text, or an object that every provider fills in another way. */
function errorInStream(error: unknown): ProviderRefusal | null {
  const value: unknown = TypeValidationError.isInstance(error) ? error.value : error;
  if (value instanceof Error || (isRecord(value) && 'choices' in value)) return null;
  const words = wordsOf(value);
  return words === null ? null : { status: namedStatus(value), words, said: JSON.stringify(value) };
}

function describeRefusal(
  refusal: ProviderRefusal,
  headers: Readonly<Record<string, string>>,
  provider: Provider,
): Failure {
  const { status, words, said } = refusal;
  const verdict = judgeRefusal(refusal);
  const answered = `${provider.name} answers with ${status ?? 'an error'}: ${words}`;
  const remedy = remedyFor(verdict, provider);
  return {
    kind: verdict.kind,
    message: remedy === null ? answered : `${answered.replace(/[.\s]+$/, '')}. ${remedy}`,
    ...(verdict.kind === 'busy' ? { retryAfterMs: readRetryAfter(headers, said) } : {}),
  };
}

function remedyFor({ remedy }: RefusalVerdict, provider: Provider): string | null {
  switch (remedy) {
    case 'key':
      return keyRemedy(provider);
    case 'credit':
      return 'Add credit to the account, or choose another model.';
    case 'tools':
      return 'An agent needs a model that can call tools: choose another one.';
    case 'model':
      return `Choose another model, or correct ${provider.baseUrl}.`;
    default:
      return null;
  }
}

function keyRemedy({ keyVariable, apiKey }: Provider): string {
  if (keyVariable === null) return 'Set apiKeyEnv in config.json to the variable that holds its key.';
  return apiKey === null ? `Set ${keyVariable} to a key.` : `Set ${keyVariable} to a valid key.`;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null; // Not JSON: the status has to explain it.
  }
}
