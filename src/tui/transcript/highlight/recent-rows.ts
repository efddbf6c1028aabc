import type { Row } from '../../draw/span.ts';

/** Of the code that is kept, in characters; its rows take some ten times as much. */
const MAX_CHARS = 512 * 1024;

/** The newest come last. */
const recent = new Map<string, readonly Row[]>();
let chars = 0;

/** The rows of what was highlighted not long ago: a dialog, a panel or a list that grows is drawn again with every key. */
export function rememberRows(key: string, highlight: () => readonly Row[]): readonly Row[] {
  const known = recent.get(key);
  const rows = known ?? highlight();
  if (known === undefined) chars += key.length;
  recent.delete(key);
  recent.set(key, rows);
  for (const oldest of recent.keys()) {
    if (chars <= MAX_CHARS) break;
    chars -= oldest.length;
    recent.delete(oldest);
  }
  return rows;
}
