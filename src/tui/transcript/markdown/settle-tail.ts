import type { Piece } from './split-message.ts';

/** A line of marks alone: what it is depends on what follows. */
const BEGUN_LINE = /^[\s>]*[-+*_=#~`|:\s]+$/;
const TABLE_HEAD = /^ {0,3}\|.*[^|\s]/;
/** A link or an image whose address has not come to its end. */
const OPEN_LINK = /!?\[([^\]]*)\]\([^)]*$/;
const MARKS = /\\.|`+|\*{1,3}|~~|_{1,3}/gs;

/** The pieces of a message that is still being written, as they are drawn meanwhile. */
export function settlePieces(pieces: readonly Piece[]): Piece[] {
  const last = pieces.at(-1);
  if (last?.kind !== 'prose') return [...pieces];
  return [...pieces.slice(0, -1), { ...last, text: settleTail(last.text) }];
}

/**
 * Prose that is still being written, as it will most likely look once it is: what the last line has opened is closed, and
 * what has only begun waits, so that nothing jumps between plain and formatted from one frame to the next.
 */
export function settleTail(text: string): string {
  const lines = text.split('\n');
  if (lines.length > 1 && BEGUN_LINE.test(lines.at(-1) ?? '')) lines.pop();
  const last = lines.pop() ?? '';
  return completeTable([...lines, closeMarks(last.replace(OPEN_LINK, '$1'))]).join('\n');
}

/** What is open at the end of a line gets its end; a mark that nothing follows has only begun. */
function closeMarks(line: string): string {
  const open: { mark: string; end: number }[] = [];
  for (const match of line.matchAll(MARKS)) toggle(open, match[0], line, match.index);
  const begun = open.at(-1);
  const ending = /[*_~`]+$/.exec(line)?.[0] ?? '';
  if (begun?.mark.startsWith(ending) === true && ending !== '')
    return closeMarks(line.slice(0, -ending.length));
  const ends = open.toReversed().map(({ mark }) => mark);
  return ends.length === 0 ? line : line.trimEnd() + ends.join('');
}

function toggle(open: { mark: string; end: number }[], mark: string, line: string, index: number): void {
  const last = open.at(-1);
  const end = index + mark.length;
  if (last?.mark === mark && (mark.startsWith('`') || !isBlank(line[index - 1]))) open.pop();
  // Within code nothing else is a mark.
  else if (last?.mark.startsWith('`') === true || mark.startsWith('\\')) return;
  else if (mark.startsWith('`') || (!isBlank(line[end] ?? '.') && !isWord(line[index - 1])))
    open.push({ mark, end });
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character.trim() === '';
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

/** A table whose head alone is there gets the line below it, without which it is none. */
function completeTable(lines: readonly string[]): readonly string[] {
  const head = lines.at(-1) ?? '';
  const isFirst = lines.length === 1 || lines.at(-2)?.trim() === '';
  if (!isFirst || !TABLE_HEAD.test(head)) return lines;
  const cells = head
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/);
  return [...lines, `|${'---|'.repeat(cells.length)}`];
}
