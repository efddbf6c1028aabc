import * as z from 'zod';
import { splitCommandLine } from '../platform/command-line.ts';

/** The longest delay a Node timer takes. */
const MAX_TIMER_MS = 2_147_483_647;

// Each schema's error text says what is expected there; `describe-issue.ts` puts it into a sentence.
export const text = z.string('a string').min(1, 'a string that is not empty');
export const commandLine = text.refine(isCommandLine, 'a command line whose quotes are closed');
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
