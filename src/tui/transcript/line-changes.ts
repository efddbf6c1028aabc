import { diffWordsWithSpace } from 'diff';

/** A line of a diff. `partner` is what a changed line became, or was before. */
interface DiffLine {
  kind: string;
  text: string;
  partner?: string;
}

/** Of a run with more lines none are paired: nobody reads it word by word, and each is held against each. */
const MAX_RUN_LINES = 40;
const MAX_LINE_CHARS = 1000;
/** How much of two lines has to be the same for one to be a change of the other. */
const MIN_LIKENESS = 0.55;
/** Where they begin with another word, as much as a word put before the same statement leaves. */
const MIN_OTHERWISE_BEGUN = 0.8;

/** Finds among removed lines and the added ones right after them which is a change of which, in their order. */
export function pairLines<Line extends DiffLine>(rows: readonly Line[]): Line[] {
  const paired = [...rows];
  let index = 0;
  while (index < rows.length) {
    const removed = runFrom(rows, index, 'removed');
    const added = runFrom(rows, removed, 'added');
    const sizes = [removed - index, added - removed];
    if (Math.min(...sizes) > 0 && Math.max(...sizes) <= MAX_RUN_LINES)
      pairRun(paired, [index, removed], [removed, added]);
    index = Math.max(added, index + 1);
  }
  return paired;
}

/** The index behind the rows of this kind that begin at `index`; a note between them belongs to the run. */
function runFrom(rows: readonly DiffLine[], index: number, kind: string): number {
  let end = index;
  while (rows[end]?.kind === kind || (end > index && rows[end]?.kind === 'note')) end += 1;
  return end;
}

type Run = readonly [from: number, to: number];

function pairRun(rows: DiffLine[], removed: Run, added: Run): void {
  for (const [index, partner] of bestPairs(likenesses(rows, removed, added))) {
    const [from, to] = [removed[0] + index, added[0] + partner];
    const [before, after] = [rows[from], rows[to]];
    if (before === undefined || after === undefined) continue;
    rows[from] = { ...before, partner: after.text };
    rows[to] = { ...after, partner: before.text };
  }
}

/** How much each removed line is like each added one; 0 where they are no pair. */
function likenesses(rows: readonly DiffLine[], removed: Run, added: Run): number[][] {
  const candidates = rows.slice(...added).map(wordsOf);
  return rows.slice(...removed).map((row) => {
    const words = wordsOf(row);
    return candidates.map((candidate) => {
      const likeness = likenessOf(words, candidate);
      const least = words[0] === candidate[0] ? MIN_LIKENESS : MIN_OTHERWISE_BEGUN;
      return likeness < least ? 0 : likeness;
    });
  });
}

/** The pairs, in order on both sides, that are the most alike taken together. */
function bestPairs(likeness: readonly (readonly number[])[]): [removed: number, added: number][] {
  const width = likeness[0]?.length ?? 0;
  // sums[i][j] is the best of the lines from i and from j on.
  const sums = Array.from({ length: likeness.length + 1 }, () => Array.from({ length: width + 1 }, () => 0));
  const sumAt = (row: number, column: number): number => sums[row]?.[column] ?? 0;
  const paired = (row: number, column: number): number =>
    (likeness[row]?.[column] ?? 0) + sumAt(row + 1, column + 1);
  for (let row = likeness.length - 1; row >= 0; row -= 1)
    for (let column = width - 1; column >= 0; column -= 1) {
      const best = Math.max(paired(row, column), sumAt(row + 1, column), sumAt(row, column + 1));
      sums[row]?.splice(column, 1, best);
    }
  const pairs: [number, number][] = [];
  let [row, column] = [0, 0];
  while (row < likeness.length && column < width) {
    const isPair = (likeness[row]?.[column] ?? 0) > 0 && paired(row, column) === sumAt(row, column);
    if (isPair) pairs.push([row++, column++]);
    else if (sumAt(row + 1, column) >= sumAt(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function wordsOf(row: DiffLine): string[] {
  if (row.kind === 'note' || row.text.length > MAX_LINE_CHARS) return [];
  return row.text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** The share of characters in words that two lines have in common, from 0 to 1. */
function likenessOf(one: readonly string[], other: readonly string[]): number {
  const length = (words: readonly string[]) => words.reduce((sum, word) => sum + word.length, 0);
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  const common = other.filter((word) => {
    const left = counts.get(word) ?? 0;
    if (left > 0) counts.set(word, left - 1);
    return left > 0;
  });
  return common.length === 0 ? 0 : (2 * length(common)) / (length(one) + length(other));
}

/** UTF-16 offsets of a part of a line that is not in the other line. */
interface ChangedRange {
  start: number;
  end: number;
}

const MAX_EDITS = 200;
/** Where more of a line than this has changed, to mark it says nothing. */
const MAX_CHANGED = 0.6;

/**
 * What a line has that the line it is a change of has not; nothing where that is most of it. How deep a line stands shows
 * by itself.
 */
export function changedWords(text: string, partner: string): ChangedRange[] {
  const parts = diffWordsWithSpace(partner.trimStart(), text.trimStart(), { maxEditLength: MAX_EDITS });
  const ranges: ChangedRange[] = [];
  let offset = text.length - text.trimStart().length;
  for (const { value, added, removed } of parts ?? []) {
    if (removed) continue;
    const end = offset + value.length;
    if (added) join(ranges, { start: offset, end }, text);
    offset = end;
  }
  const changed = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  return changed > text.trim().length * MAX_CHANGED ? [] : ranges;
}

/** Two parts with nothing but blanks between them are one. */
function join(ranges: ChangedRange[], next: ChangedRange, text: string): void {
  const last = ranges.at(-1);
  if (last !== undefined && text.slice(last.end, next.start).trim() === '') last.end = next.end;
  else ranges.push(next);
}
