import { isRecord, recordOf, textOf } from '../../core/json.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import type { ModelErrorKind } from './model.ts';

/** What a provider said instead of an answer, or in the middle of one. */
export interface ProviderRefusal {
  /** As HTTP has it; null where nothing tells. */
  status: number | null;
  /** One sentence, in the provider's words. */
  words: string;
  /** All that was said. */
  said: string;
}

/** What becomes of a refusal, and what the user can do about it. */
export interface RefusalVerdict {
  kind: ModelErrorKind;
  remedy?: 'key' | 'credit' | 'model' | 'tools';
}

const MAX_CHARS = 500;
const TOO_LONG = new RegExp(
  [
    'context.{0,20}(length|window|limit|size|overflow)',
    'n_ctx',
    '(prompt|input|request|conversation|message)\\S* (is |are )?too (long|large)',
    'request_too_large',
    'too many (input )?tokens',
    'maximum.{0,20}tokens',
    'maximum (prompt|model|input) length',
    'longer than the (maximum )?model',
    'exceeded? model token limit',
    'reduce the length',
    'tokens must be reduced',
  ].join('|'),
  'i',
);
/** These are about one field, which no shorter conversation would mend. */
const OTHER_LENGTH = /string too long|max_tokens is too|max_(completion|output)_tokens.{0,40}too large/i;
const NO_CREDIT =
  /insufficient_quota|exceeded your current quota|credit balance is too low|insufficient (credits|balance)/i;
const BAD_KEY = /api key not valid|invalid api key|incorrect api key/i;
const NO_TOOLS = /support (for )?(tools?\b|function call)|tool choice requires/i;
/** Google says of every limit that a quota was exceeded; of one that passes, also when. */
const PASSES = /retryDelay|please retry in/i;
const DAILY = /PerDay/;

/** What is meant, by its status and by its body: for several refusals each provider has a number of its own. */
export function judgeRefusal({ status, said }: ProviderRefusal): RefusalVerdict {
  if (status === 401 || status === 403 || BAD_KEY.test(said)) return { kind: 'auth', remedy: 'key' };
  if (status === 413 || (TOO_LONG.test(said) && !OTHER_LENGTH.test(said))) return { kind: 'too_long' };
  const passes = PASSES.test(said) && !DAILY.test(said);
  if (status === 402 || (NO_CREDIT.test(said) && !passes)) return { kind: 'rejected', remedy: 'credit' };
  if (status === null) return { kind: 'dropped' };
  if (status === 429 || status === 408 || status >= 500) return { kind: 'busy' };
  if (NO_TOOLS.test(said)) return { kind: 'rejected', remedy: 'tools' };
  return status === 404 ? { kind: 'rejected', remedy: 'model' } : { kind: 'rejected' };
}

/** The names that errors have, as the statuses they would come with. */
const NAMED: readonly (readonly [RegExp, number])[] = [
  [/overload|slow_down|unavailable/i, 529],
  [/rate_?limit|resource_?exhausted|too_?many_?requests/i, 429],
  [/insufficient_quota|billing|payment/i, 402],
  [/authentication|invalid_api_key/i, 401],
  [/permission/i, 403],
  [/not_?found/i, 404],
  [/invalid|bad_?request|context_length/i, 400],
  [/server_?error|api_error|internal|timeout/i, 500],
];

/** The status that an error names by a number or a word of its own; null when it names none. */
export function namedStatus(error: unknown): number | null {
  const { statusCode, code, type, status, error: inner } = recordOf(error);
  if (isRecord(inner)) return namedStatus(inner);
  const number = [statusCode, code, status].map(Number).find((value) => value >= 400 && value < 600);
  if (number !== undefined) return number;
  const names = [code, type, status].flatMap((name) => textOf(name) ?? []).join(' ');
  return NAMED.find(([name]) => name.test(names))?.[1] ?? null;
}

/** The provider's own words, wherever it puts them; null when there are none. */
export function wordsOf(value: unknown): string | null {
  if (typeof value === 'string') return cleanLine(value).slice(0, MAX_CHARS) || null;
  const { error, message, detail } = recordOf(Array.isArray(value) ? value[0] : value);
  const words = [recordOf(error)['message'], error, message, detail]
    .map(textOf)
    .find((text) => text !== undefined);
  return words === undefined ? null : cleanLine(words).slice(0, MAX_CHARS);
}

const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
/** `7m12.5s`, behind the words that most have for it. */
const IN_WORDS = /(?:try again|retry) (?:in|after) ((?:[\d.]+ ?(?:ms|h|m|s) ?)+)/i;
/** Google has it in the body alone. */
const IN_GOOGLE = /"retryDelay":\s*"([\d.]+)s"/;

/** How long a provider wants to be left alone, in milliseconds: by its headers, else by what it says; null where it says nothing. */
export function readRetryAfter(headers: Readonly<Record<string, string>>, said: string): number | null {
  return inHeaders(headers) ?? inBody(said);
}

function inHeaders(headers: Readonly<Record<string, string>>): number | null {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = headers['retry-after'];
  if (value === undefined) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

function inBody(said: string): number | null {
  const seconds = IN_GOOGLE.exec(said)?.[1];
  if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000);
  const words = IN_WORDS.exec(said)?.[1];
  if (words === undefined) return null;
  const parts = [...words.matchAll(/([\d.]+) ?(ms|h|m|s)/gi)];
  const sum = parts.reduce(
    (ms, [, number, unit = '']) => ms + Number(number) * (UNIT_MS[unit.toLowerCase()] ?? 0),
    0,
  );
  return Number.isFinite(sum) ? Math.ceil(sum) : null;
}
