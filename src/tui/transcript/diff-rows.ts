import { structuredPatch } from 'diff';
import { lineEndsOf, withLineFeeds } from '../../core/state/diffs.ts';
import type { Diff } from '../../core/tool-call.ts';
import { pairLines } from './line-changes.ts';

/** One line of a diff. `number` is the line's in the new text, for a removed one in the old text, each counted from 1. */
export interface DiffRow {
  kind: 'added' | 'removed' | 'context' | 'gap' | 'note';
  number: number;
  text: string;
  /** Of a line that was changed: what it became, or was before. */
  partner?: string;
  /** What goes on here is a line too long for one row. */
  goesOn?: true;
}

export interface DiffSummary {
  rows: readonly DiffRow[];
  added: number;
  removed: number;
}

const CONTEXT_LINES = 3;
/** Of one line: what is longer, as minified code is, takes several rows. */
const MAX_LINE_CHARS = 10_000;
/** Texts that differ more than this are shown as wholly replaced; looking for the shortest diff would take too long. */
const MAX_EDITS = 2000;
const MAX_COMPARE_MS = 500;
/** Of two texts that are larger only what lies between their first and their last difference is compared. */
const MAX_CHARS = 2_000_000;

const known = new WeakMap<Diff, DiffSummary>();

/** The changed lines and those around them. Remembered for each diff object, since it is drawn many times. */
export function diffRows(diff: Diff): DiffSummary {
  const before = known.get(diff);
  if (before !== undefined) return before;
  const lines = rowsOf(diff);
  const count = (kind: DiffRow['kind']) => lines.filter((row) => row.kind === kind).length;
  const rows = lines.some(isLong) ? lines.flatMap(pieces) : lines;
  const summary = { rows, added: count('added'), removed: count('removed') };
  known.set(diff, summary);
  return summary;
}

function isLong({ text }: DiffRow): boolean {
  return text.length > MAX_LINE_CHARS;
}

/** A line in rows that can each be laid out at once. */
function pieces(row: DiffRow): DiffRow[] {
  if (!isLong(row)) return [row];
  const { kind, number, text } = row;
  const count = Math.ceil(text.length / MAX_LINE_CHARS);
  return Array.from({ length: count }, (_, index) => ({
    kind,
    number,
    text: text.slice(index * MAX_LINE_CHARS, (index + 1) * MAX_LINE_CHARS),
    ...(index > 0 && { goesOn: true }),
  }));
}

function rowsOf({ oldText, newText, oldBytes }: Diff): DiffRow[] {
  const [before, after] = withLineFeeds(oldText ?? '', newText);
  // What an agent shows is mostly a part of a file: only where one text has a last line break does it tell anything.
  const end = before.endsWith('\n') || after.endsWith('\n') ? '' : '\n';
  const rows = compare(before + (before && end), after + (after && end));
  if (oldBytes !== undefined)
    return [note(`replaces ${(oldBytes / 1e6).toFixed(1)} MB (too large to show)`), ...rows];
  const ends = [lineEndsOf(oldText ?? ''), lineEndsOf(newText)];
  const changed = oldText && newText && ends[0] !== ends[1] && !ends.includes('mixed');
  return changed ? [note(`line endings changed from ${ends[0]} to ${ends[1]}`), ...rows] : rows;
}

function note(text: string): DiffRow {
  return { kind: 'note', number: 0, text };
}

function compare(oldText: string, newText: string): DiffRow[] {
  if (oldText === '') return allLines(newText, 'added');
  if (newText === '') return allLines(oldText, 'removed');
  if (oldText.length + newText.length > MAX_CHARS) return compareMiddles(oldText, newText);
  const patch = structuredPatch('', '', oldText, newText, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MAX_EDITS,
    timeout: MAX_COMPARE_MS,
  });
  if (patch === undefined) return [...allLines(oldText, 'removed'), ...allLines(newText, 'added')];
  return patch.hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [{ kind: 'gap', number: 0, text: '' } as const]),
    ...pairLines(hunkRows(hunk.lines, hunk.oldStart, hunk.newStart)),
  ]);
}

/** Compares what is between the lines that two long texts begin and end with alike. */
function compareMiddles(oldText: string, newText: string): DiffRow[] {
  const least = Math.min(oldText.length, newText.length);
  let same = 0;
  while (same < least && oldText.charCodeAt(same) === newText.charCodeAt(same)) same += 1;
  const head = same === 0 ? '' : oldText.slice(0, oldText.lastIndexOf('\n', same - 1) + 1);
  let tail = 0;
  while (
    tail < least - head.length &&
    oldText.charCodeAt(oldText.length - 1 - tail) === newText.charCodeAt(newText.length - 1 - tail)
  )
    tail += 1;
  const tailAt = oldText.indexOf('\n', oldText.length - tail) + 1;
  const end = tailAt === 0 ? '' : oldText.slice(tailAt);
  const [before, after] = [oldText, newText].map((text) => text.slice(head.length, text.length - end.length));
  const headLines = countLines(head);
  const middle =
    (before ?? '').length + (after ?? '').length > MAX_CHARS
      ? [...allLines(before ?? '', 'removed'), ...allLines(after ?? '', 'added')]
      : compare(before ?? '', after ?? '');
  const above = allLines(head.slice(startOfLast(head, CONTEXT_LINES)), 'context');
  const below = allLines(end.slice(0, endOfLines(end, CONTEXT_LINES)), 'context');
  const belowFrom = headLines + countLines(after ?? '');
  return [
    ...above.map((row, index) => ({ ...row, number: headLines - above.length + index + 1 })),
    ...middle.map((row) => (row.number === 0 ? row : { ...row, number: row.number + headLines })),
    ...below.map((row) => ({ ...row, number: row.number + belowFrom })),
  ];
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** Where the last lines of a text begin. */
function startOfLast(text: string, lines: number): number {
  let at = text.length;
  for (let line = 0; line < lines && at > 0; line += 1) at = at < 2 ? 0 : text.lastIndexOf('\n', at - 2) + 1;
  return at;
}

function endOfLines(text: string, lines: number): number {
  let at = 0;
  for (let line = 0; line < lines && at < text.length; line += 1) {
    const next = text.indexOf('\n', at);
    at = next < 0 ? text.length : next + 1;
  }
  return at;
}

function allLines(text: string, kind: 'added' | 'removed' | 'context'): DiffRow[] {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line, index) => ({ kind, number: index + 1, text: line }));
}

function hunkRows(lines: readonly string[], oldStart: number, newStart: number): DiffRow[] {
  const rows: DiffRow[] = [];
  let oldNumber = oldStart;
  let newNumber = newStart;
  for (const line of lines) {
    const text = line.slice(1);
    if (line.startsWith('-')) rows.push({ kind: 'removed', number: oldNumber++, text });
    else if (line.startsWith('+')) rows.push({ kind: 'added', number: newNumber++, text });
    else if (line.startsWith(' ')) {
      rows.push({ kind: 'context', number: newNumber++, text });
      oldNumber += 1;
    } else rows.push(note('no newline at the end'));
  }
  return rows;
}
