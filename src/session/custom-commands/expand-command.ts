import { splitCommandLine } from '../../platform/command-line.ts';

const PLACEHOLDERS = /\$(ARGUMENTS\b|[1-9](?!\d))/g;

/**
 * The prompt of a command: `$ARGUMENTS` is all that was typed behind its name, `$1` to `$9` are words of that, in quotes where
 * they have blanks. Where the prompt asks for nothing, what was typed follows it.
 */
export function expandCommand(body: string, typed: string): string {
  const words = splitWords(typed);
  let isUsed = false;
  const expanded = body.replace(PLACEHOLDERS, (_, name: string) => {
    isUsed = true;
    return name === 'ARGUMENTS' ? typed : (words[Number(name) - 1] ?? '');
  });
  return isUsed || typed === '' ? expanded : `${expanded}\n\n${typed}`;
}

/** A quote that is not closed is a letter, as in `don't`. */
function splitWords(typed: string): string[] {
  try {
    return splitCommandLine(typed);
  } catch {
    return typed.split(/\s+/);
  }
}
