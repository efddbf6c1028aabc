import * as z from 'zod';
import { isRecord } from '../core/json.ts';
import { closest } from '../core/text/closest.ts';
import { splitCommandLine } from '../platform/command-line.ts';
import { type Checked, type JsonPath, type Problem, unexpected } from './config-problem.ts';

/**
 * Checks a value against a schema whose error texts say what is expected. `keysAt` lists the keys that the object at a
 * path may have, for the suggestion after a mistyped one.
 */
export function checkShape<T>(
  schema: z.ZodType<T>,
  value: unknown,
  keysAt: (path: JsonPath) => readonly string[],
): Checked<T> {
  const result = schema.safeParse(value);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, problems: result.error.issues.flatMap((issue) => describeIssue(issue, value, keysAt)) };
}

function describeIssue(
  issue: z.core.$ZodIssue,
  root: unknown,
  keysAt: (path: JsonPath) => readonly string[],
): Problem[] {
  const path = issue.path.map((key) => (typeof key === 'symbol' ? String(key) : key));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], text: unknownKey(key, keysAt(path)) }));
  }
  const found = valueAt(root, path);
  if (found === undefined) return [{ path, text: `is missing, expected ${issue.message}` }];
  return [unexpected(found, path, issue.message)];
}

/** The sentence about a key that does not exist. */
function unknownKey(key: string, known: readonly string[]): string {
  const meant = closest(key, known);
  return `is not a known key; ${meant ? `did you mean "${meant}"?` : `known are ${known.join(', ')}`}`;
}

function valueAt(root: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)];
    return isRecord(value) ? value[key] : undefined;
  }, root);
}

/** The longest delay a Node timer takes. */
const MAX_TIMER_MS = 2_147_483_647;

// Each schema's error text says what is expected there; `describeIssue` puts it into a sentence.
export const text = z.string('a string').min(1, 'a non-empty string');
export const commandLineText = text.refine(isCommandLine, 'a command line with closed quotes');
export const textList = z.array(z.string('a string'), 'a list of strings');
export const textMap = z.record(z.string(), z.string('a string'), 'an object whose values are strings');
export const flag = z.boolean('true or false');
export const milliseconds = wholeNumber(MAX_TIMER_MS, 'a whole number of milliseconds above 0');

export function wholeNumber(max: number, expected: string) {
  return z.int(expected).min(1, expected).max(max, `${expected}, at most ${max}`);
}

function isCommandLine(line: string): boolean {
  try {
    return splitCommandLine(line).length > 0;
  } catch {
    return false; // It throws for exactly that reason.
  }
}
