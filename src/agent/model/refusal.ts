import { cleanLine } from '../../core/text/clean-text.ts';
import { isRecord, recordOf, textOf } from '../../core/json.ts';
import type { ModelErrorKind } from './model-error.ts';

/** What a provider said instead of an answer, or in the middle of one. */
export interface Refusal {
  /** As HTTP has it; null where nothing tells. */
  status: number | null;
  /** One sentence, in the provider's words. */
  words: string;
  /** All that was said. */
  said: string;
}

/** What becomes of a refusal, and what the user can do about it. */
export interface Verdict {
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
export function judgeRefusal({ status, said }: Refusal): Verdict {
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
