import { Script } from 'node:vm';
import type { FormField, FormValue } from '../../core/elicitation/elicitation.ts';
import { countOf } from '../../core/text/quantities.ts';
import { answerOf, type FieldState } from './form-state.ts';

/** What is wrong with a field's answer, as the end of a sentence about it; null when it can be sent. */
export function checkField(state: Pick<FieldState, 'field' | 'input'>): string | null {
  const value = answerOf(state);
  const { field } = state;
  if (value === undefined) return field.required ? 'is required' : null;
  switch (field.type) {
    case 'text':
      return checkText(field, String(value));
    case 'number':
    case 'integer':
      return checkNumber(field, value);
    case 'choices':
      return checkCount(field, Array.isArray(value) ? value.length : 0);
    case 'boolean':
    case 'choice':
      return null;
  }
}

function checkText(
  { minimum = 0, maximum = Infinity, format, pattern }: FormField,
  text: string,
): string | null {
  const length = Array.from(text).length;
  if (length < minimum) return `needs at least ${countOf(minimum, 'character')}, this has ${length}`;
  if (length > maximum) return `takes at most ${countOf(maximum, 'character')}, this has ${length}`;
  const problem = format === undefined ? null : formatProblem(format, text);
  if (problem !== null) return problem;
  return pattern === undefined || fitsPattern(pattern, text) ? null : `must match ${pattern}`;
}

function checkNumber(
  { type, minimum = -Infinity, maximum = Infinity }: FormField,
  value: FormValue,
): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (type === 'integer' && !Number.isSafeInteger(value)) return 'must be a whole number';
  if (value < minimum) return `must be at least ${minimum}`;
  return value > maximum ? `must be at most ${maximum}` : null;
}

function checkCount(
  { required, minimum = required ? 1 : 0, maximum = Infinity }: FormField,
  count: number,
): string | null {
  if (count < minimum) return `needs at least ${countOf(minimum, 'choice')}`;
  return count > maximum ? `takes at most ${countOf(maximum, 'choice')}` : null;
}

const DATE = /^(\d{4}-\d{2}-\d{2})$/;
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/i;

interface Format {
  accepts(text: string): boolean;
  problem: string;
}

const FORMATS: ReadonlyMap<string, Format> = new Map([
  [
    'email',
    {
      accepts: (text) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/.test(text),
      problem: 'must be an email address, such as ada@example.org',
    },
  ],
  [
    'uri',
    {
      accepts: (text) => !/\s/.test(text) && URL.canParse(text),
      problem: 'must be an address, such as https://example.org',
    },
  ],
  ['date', { accepts: (text) => isMoment(DATE, text), problem: 'must be a date, such as 2026-03-31' }],
  [
    'date-time',
    {
      accepts: (text) => isMoment(DATE_TIME, text),
      problem: 'must be a date and time, such as 2026-03-31T12:00:00Z',
    },
  ],
]);

/** What is wrong with a text of one of JSON Schema's formats; null for a format that is not known here. */
function formatProblem(format: string, text: string): string | null {
  const known = FORMATS.get(format);
  return known === undefined || known.accepts(text) ? null : known.problem;
}

/** Whether there is such a moment: Date itself takes the 31st of February for one in March. */
function isMoment(shape: RegExp, text: string): boolean {
  const [, date] = shape.exec(text) ?? [];
  if (date === undefined || Number.isNaN(Date.parse(text))) return false;
  return new Date(`${date}T00:00:00Z`).toISOString().startsWith(date);
}

/** A pattern may come from anybody, and some take years for a short text. */
const MATCH_MS = 50;

const MATCH = new Script('new RegExp(pattern, "u").test(text)');

/**
 * Whether a text matches a pattern of JSON Schema. One that is no pattern, or cannot be decided in time, keeps nobody from
 * answering: whoever asked looks at the answer, too.
 */
function fitsPattern(pattern: string, text: string): boolean {
  try {
    return MATCH.runInNewContext({ pattern, text }, { timeout: MATCH_MS }) !== false;
  } catch {
    // Not a pattern, or one that takes too long.
    return true;
  }
}
