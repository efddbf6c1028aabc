import { structuredPatch } from 'diff';
import type { Diff } from '../../core/tool-call.ts';

/** One line of a diff. `number` is the line's in the new text, for a removed one in the old text. */
export interface DiffRow {
  kind: 'added' | 'removed' | 'context' | 'gap';
  number: number;
  text: string;
}

export interface DiffSummary {
  rows: readonly DiffRow[];
  added: number;
  removed: number;
}

const CONTEXT_LINES = 2;
/** Texts that differ more than this are shown as wholly replaced; looking for the shortest diff would take too long. */
const MAX_EDITS = 2000;

const known = new WeakMap<Diff, DiffSummary>();

/** The changed lines and those around them. Remembered for each diff object, since it is drawn many times. */
export function diffRows(diff: Diff): DiffSummary {
  const before = known.get(diff);
  if (before !== undefined) return before;
  const rows = compare(diff.oldText ?? '', diff.newText);
  const count = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length;
  const summary = { rows, added: count('added'), removed: count('removed') };
  known.set(diff, summary);
  return summary;
}

function compare(oldText: string, newText: string): DiffRow[] {
  if (oldText === '') return allLines(newText, 'added');
  const patch = structuredPatch('', '', oldText, newText, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MAX_EDITS,
  });
  if (patch === undefined) return [...allLines(oldText, 'removed'), ...allLines(newText, 'added')];
  return patch.hunks.flatMap((hunk, index) => [
    ...(index === 0 ? [] : [{ kind: 'gap', number: 0, text: '' } as const]),
    ...hunkRows(hunk.lines, hunk.oldStart, hunk.newStart),
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
    }
  }
  return rows;
}
