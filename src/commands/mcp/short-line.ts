const MAX_CHARS = 100;

/** The first line of a description, for a table. */
export function shortLine(description: string): string {
  const [line = ''] = description.trim().split('\n');
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS - 1)}…`;
}
