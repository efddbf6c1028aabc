import type { DiffRow } from './diff-rows.ts';

/** Of a run with more lines none are paired: nobody reads it word by word, and each is held against each. */
const MAX_RUN_LINES = 40;
const MAX_LINE_CHARS = 1000;
/** How much of two lines has to be the same for one to be a change of the other. */
const MIN_LIKENESS = 0.5;

/** Finds among removed lines and the added ones right after them which is a change of which, in their order. */
export function pairLines(rows: readonly DiffRow[]): DiffRow[] {
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
function runFrom(rows: readonly DiffRow[], index: number, kind: DiffRow['kind']): number {
  let end = index;
  while (rows[end]?.kind === kind || (end > index && rows[end]?.kind === 'note')) end += 1;
  return end;
}

type Range = readonly [from: number, to: number];

function pairRun(rows: DiffRow[], [from, to]: Range, added: Range): void {
  let next = added[0];
  for (let index = from; index < to; index += 1) {
    const best = mostAlike(rows, index, [next, added[1]]);
    const [before, after] = [rows[index], best === null ? undefined : rows[best]];
    if (best === null || before === undefined || after === undefined) continue;
    rows[index] = { ...before, partner: after.text };
    rows[best] = { ...after, partner: before.text };
    next = best + 1;
  }
}

function mostAlike(rows: readonly DiffRow[], index: number, [from, to]: Range): number | null {
  const words = wordsOf(rows[index]);
  let best: number | null = null;
  let likeness = MIN_LIKENESS;
  for (let candidate = from; candidate < to; candidate += 1) {
    const found = likenessOf(words, wordsOf(rows[candidate]));
    // Of those that are as much alike the first, so that lines after it find theirs.
    if (found > likeness || (best === null && found === likeness)) {
      best = candidate;
      likeness = found;
    }
  }
  return best;
}

function wordsOf(row: DiffRow | undefined): string[] {
  if (row === undefined || row.kind === 'note' || row.text.length > MAX_LINE_CHARS) return [];
  return row.text.match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** The share of words that two lines have in common, from 0 to 1. */
function likenessOf(one: readonly string[], other: readonly string[]): number {
  if (one.length === 0 || other.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const word of one) counts.set(word, (counts.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of other) {
    const left = counts.get(word) ?? 0;
    if (left === 0) continue;
    counts.set(word, left - 1);
    common += 1;
  }
  return (2 * common) / (one.length + other.length);
}
