import { SimseError } from '../errors.ts';

/** What was thrown, for the user: the message and what to do next, or for a bug all that helps to mend it. */
export function describeFailure(thrown: unknown): string {
  if (thrown instanceof SimseError) {
    const hint = thrown.hint === undefined ? '' : `\n${thrown.hint}`;
    return `simse: ${thrown.message}${hint}\n`;
  }
  const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
  return `simse: this is a bug. Please report it with these lines:\n${stack}\n`;
}
