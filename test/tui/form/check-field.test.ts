import { expect, test } from 'vitest';
import type { FormField } from '../../../src/core/elicitation/elicitation.ts';
import { checkField } from '../../../src/tui/form/check-field.ts';
import { createForm, textInput } from '../../../src/tui/form/form-state.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';
import { FEATURES, field, REGION } from '../fields.ts';

/** What is wrong with a field that holds this text, or its default. */
function problemOf(over: FormField, text?: string): string | null {
  const [state] = createForm({ mode: 'form', message: '', fields: [over] }).fields;
  if (state === undefined) throw new Error('a form without its field');
  return checkField(text === undefined ? state : { ...state, input: textInput(text) });
}

const email = field({ format: 'email' });
const uri = field({ format: 'uri' });
const date = field({ format: 'date' });
const moment = field({ format: 'date-time' });
const integer = field({ type: 'integer', minimum: 1, maximum: 10 });
const number = field({ type: 'number' });

test.each<[string, FormField, string]>([
  ['nothing, where nothing is required', field(), ''],
  ['any text', field(), 'a b'],
  ['as many characters as are allowed, each counted once', field({ minimum: 2, maximum: 2 }), '漢👍'],
  ['an email address', email, 'ada@example.org'],
  ['an email address of this machine', email, 'root@localhost'],
  ['an address', uri, 'https://example.org/a?b=c#d'],
  ['a leap day', date, '2028-02-29'],
  ['a moment', moment, '2026-03-31T12:00:00Z'],
  ['a moment of another zone', moment, '2026-03-31T23:30:00.5-08:00'],
  ['a format that nobody knows', field({ format: 'isbn' }), 'x'],
  ['what matches somewhere', field({ pattern: '[0-9]{3}' }), 'a123'],
  ['anything, when the pattern is none', field({ pattern: '(' }), 'x'],
  ['a whole number within its range', integer, ' 10 '],
  ['a number with a fraction and an exponent', number, '-1.5e3'],
])('%s can be sent', (_name, over, text) => {
  expect(problemOf(over, text)).toBeNull();
});

test.each<[string, FormField, string, string]>([
  ['nothing', field({ required: true }), '', 'is required'],
  ['a text too short', field({ minimum: 3 }), 'ab', 'needs at least 3 characters, this has 2'],
  ['a text too long', field({ maximum: 1 }), 'ab', 'takes at most 1 character, this has 2'],
  ['an email address without a host', email, 'ada@', 'must be an email address, such as ada@example.org'],
  ['an email address with a gap', email, 'a da@b.c', 'must be an email address, such as ada@example.org'],
  ['a path', uri, '/etc', 'must be an address, such as https://example.org'],
  ['an address with a gap', uri, 'https://a b', 'must be an address, such as https://example.org'],
  ['a day that does not exist', date, '2026-02-31', 'must be a date, such as 2026-03-31'],
  ['a date in another order', date, '31.03.2026', 'must be a date, such as 2026-03-31'],
  [
    'a moment without a zone',
    moment,
    '2026-03-31T12:00:00',
    'must be a date and time, such as 2026-03-31T12:00:00Z',
  ],
  [
    'a moment past the hours',
    moment,
    '2026-03-31T25:00:00Z',
    'must be a date and time, such as 2026-03-31T12:00:00Z',
  ],
  ['what does not match', field({ pattern: '^[a-z]+$' }), 'A', 'must match ^[a-z]+$'],
  ['a word for a number', number, 'ten', 'must be a number'],
  ['a number in hexadecimal', number, '0x10', 'must be a number'],
  ['a number without an end', number, '1e999', 'must be a number'],
  ['half a whole number', integer, '1.5', 'must be a whole number'],
  ['a number too small', integer, '0', 'must be at least 1'],
  ['a number too large', integer, '11', 'must be at most 10'],
])('%s cannot be sent', (_name, over, text, problem) => {
  expect(problemOf(over, text)).toBe(problem);
});

test.each<[FormField, string | null]>([
  [field({ type: 'boolean', required: true }), null],
  [{ ...REGION, required: true }, null],
  [{ ...REGION, required: true, options: [] }, 'is required'],
  [{ ...FEATURES, required: true }, 'needs at least 1 choice'],
  [{ ...FEATURES, required: true, minimum: 0 }, null],
  [FEATURES, null],
  [{ ...FEATURES, minimum: 2, default: ['logs'] }, 'needs at least 2 choices'],
  [{ ...FEATURES, maximum: 1, default: ['logs', 'traces'] }, 'takes at most 1 choice'],
])('choices that nobody has touched: %o', (over, problem) => {
  expect(problemOf(over)).toBe(problem);
});

test('a pattern that takes years does not keep anybody', () => {
  const cpuMs = watchCpu();
  expect(problemOf(field({ pattern: '^(a+)+$' }), `${'a'.repeat(40)}!`)).toBeNull();
  expect(cpuMs()).toBeLessThan(2000);
});
