import { structuredPatch } from 'diff';
import type { Diff } from '../../core/tool-call.ts';
import { pairLines } from './pair-lines.ts';

/** One line of a diff. `number` is the line's in the new text, for a removed one in the old text, each counted from 1. */
export interface DiffRow {
  kind: 'added' | 'removed' | 'context' | 'gap' | 'note';
  number: number;
  text: string;
  /** Of a line that was changed: what it became, or was before. */
  partner?: string;
}

export interface DiffSummary {
  rows: readonly DiffRow[];
  added: number;
  removed: number;
}

const CONTEXT_LINES = 2;
/** Texts that differ more than this are shown as wholly replaced; looking for the shortest diff would take too long. */
const MAX_EDITS = 2000;
const MAX_COMPARE_MS = 500;
/** Of two texts that are larger no more is said than that they differ. */
const MAX_CHARS = 2_000_000;
/** Where a text is looked at for what no text has. */
const PROBED_CHARS = 8192;

const known = new WeakMap<Diff, DiffSummary>();

/** The changed lines and those around them. Remembered for each diff object, since it is drawn many times. */
export function diffRows(diff: Diff): DiffSummary {
  const before = known.get(diff);
  if (before !== undefined) return before;
  const rows = rowsOf(diff.oldText ?? '', diff.newText);
  const count = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length;
  const summary = { rows, added: count('added'), removed: count('removed') };
  known.set(diff, summary);
  return summary;
}

function rowsOf(oldText: string, newText: string): DiffRow[] {
  if (isBinary(oldText) || isBinary(newText)) return [note('binary content')];
  if (oldText.length + newText.length > MAX_CHARS)
    return [note(`too large to compare: ${oldText.length} characters before, ${newText.length} now`)];
  const [oldEnds, newEnds] = [lineEndsOf(oldText), lineEndsOf(newText)];
  const changed = oldText !== '' && newText !== '' && oldEnds !== newEnds;
  // What an agent shows is mostly a part of a file: only where one text has a last line break does it tell anything.
  const end = oldText.endsWith('\n') || newText.endsWith('\n') ? '' : '\n';
  const rows = compare(toLineFeeds(oldText) + (oldText && end), toLineFeeds(newText) + (newText && end));
  return changed ? [note(`line ends were ${oldEnds}, are ${newEnds}`), ...rows] : rows;
}

function isBinary(text: string): boolean {
  return text.slice(0, PROBED_CHARS).includes('\u0000');
}

function lineEndsOf(text: string): 'CRLF' | 'LF' {
  return /^[^\n]*\r\n/.test(text) ? 'CRLF' : 'LF';
}

function toLineFeeds(text: string): string {
  return text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text;
}

function note(text: string): DiffRow {
  return { kind: 'note', number: 0, text };
}

function compare(oldText: string, newText: string): DiffRow[] {
  if (oldText === '') return allLines(newText, 'added');
  if (newText === '') return allLines(oldText, 'removed');
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

function allLines(text: string, kind: 'added' | 'removed'): DiffRow[] {
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
    } else rows.push(note('no line break at the end'));
  }
  return rows;
}
