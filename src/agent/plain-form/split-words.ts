const WORD = /"([^"]*)"(?=\s|$)|'([^']*)'(?=\s|$)|(\S+)/g;

/**
 * The words of a line. A word in single or double quotes may hold blanks; nothing else is special, so that patterns and
 * Windows paths need no escaping.
 */
export function splitWords(line: string): string[] {
  return Array.from(line.matchAll(WORD), ([, double, single, bare]) => double ?? single ?? bare ?? '');
}

/** The first word, and what follows it after the blanks between. */
export function splitFirstWord(line: string): { word: string; rest: string } {
  const [match] = line.trimStart().matchAll(WORD);
  const [whole = '', double, single, bare] = match ?? [];
  const rest = line.trimStart().slice(whole.length).trimStart();
  return { word: double ?? single ?? bare ?? '', rest };
}
