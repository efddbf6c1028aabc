import { firstLineOf } from '../../core/line-of-diff.ts';
import type { Diff } from '../../core/tool-call.ts';
import { indentLines, type Line, line, verbatimLine } from '../draw/line.ts';
import { type Row, restyle, rowText, sliceRow, span } from '../draw/span.ts';
import { highlightLines } from '../highlight/highlight-lines.ts';
import { languageOfPath } from '../highlight/language-of.ts';
import { GLYPHS, type Style } from '../theme.ts';
import { changedWords } from './changed-words.ts';
import { type DiffRow, diffRows } from './diff-rows.ts';

const SIGNS = { added: '+', removed: '-', context: ' ' } as const;
const LINE_STYLES = { added: 'addedLine', removed: 'removedLine' } as const;
const WORD_STYLES = { added: 'addedWord', removed: 'removedWord' } as const;
/** Of one line; minified code has longer ones. */
const MAX_LINE_CHARS = 2000;

/**
 * A diff with signs, the words that changed within a line, and the numbers of its lines where it is known on which it begins;
 * no more than `most` lines of it.
 */
export function diffLines(diff: Diff, most = Number.POSITIVE_INFINITY): Line[] {
  const { rows } = diffRows(diff);
  const shown = rows.slice(0, most);
  const first = firstLineOf(diff) ?? null;
  const digits = String(
    rows.reduce((highest, { number }) => Math.max(highest, number), 0) + (first ?? 1) - 1,
  ).length;
  const code = highlightRows(shown, languageOfPath(diff.path));
  return shown.map((row, index) => diffLine(row, code[index] ?? [], first, digits));
}

/** `+1 −2`, or what there is of it. */
export function diffCounts(diffs: readonly Diff[]): string {
  const summaries = diffs.map(diffRows);
  const added = summaries.reduce((sum, summary) => sum + summary.added, 0);
  const removed = summaries.reduce((sum, summary) => sum + summary.removed, 0);
  return [added > 0 ? `+${added}` : '', removed > 0 ? `−${removed}` : '']
    .filter((part) => part !== '')
    .join(' ');
}

/** The code of every row, in the colours of its language: each side of a hunk as one text. */
function highlightRows(rows: readonly DiffRow[], language: string | null): Row[] {
  const code: Row[] = rows.map(({ text }) => [span(clip(text))]);
  if (language === null) return code;
  for (const hunk of hunksOf(rows))
    for (const left of ['added', 'removed'] as const) {
      const side = hunk.filter((index) => rows[index]?.kind !== left);
      const lines = highlightLines(
        side.map((index) => clip(rows[index]?.text ?? '')),
        language,
      );
      for (const [position, index] of side.entries()) code[index] = lines[position] ?? [];
    }
  return code;
}

/** The indexes of the lines of each hunk. */
function hunksOf(rows: readonly DiffRow[]): number[][] {
  const hunks: number[][] = [[]];
  for (const [index, { kind }] of rows.entries()) {
    if (kind === 'gap') hunks.push([]);
    else if (kind !== 'note') hunks.at(-1)?.push(index);
  }
  return hunks;
}

function clip(text: string): string {
  return text.length <= MAX_LINE_CHARS ? text : `${text.slice(0, MAX_LINE_CHARS)}${GLYPHS.more}`;
}

/** `first` is the line of the file on which the diff begins. */
function diffLine(row: DiffRow, code: Row, first: number | null, digits: number): Line {
  const { kind, number, text } = row;
  const blank = first === null ? '' : ' '.repeat(digits + 1);
  if (kind === 'gap') return line(span(`${blank}${GLYPHS.more}`, 'dim'));
  if (kind === 'note') return line(span(`${blank}  ${text}`, 'dim', 'emphasis'));
  const signStyle: Style = kind === 'context' ? 'dim' : kind;
  const content = verbatimLine(...(kind === 'context' ? code : markChanges(row, kind, code)));
  const sign = span(`${SIGNS[kind]} `, signStyle);
  const gutter =
    first === null ? [sign] : [span(`${String(number + first - 1).padStart(digits)} `, 'dim'), sign];
  const [numbered = content] = indentLines([content], gutter);
  return numbered;
}

/** The line in the colour of its kind, the words that its partner has not in a stronger one. */
function markChanges({ partner }: DiffRow, kind: 'added' | 'removed', code: Row): Row {
  const whole = restyle(code, LINE_STYLES[kind]);
  if (partner === undefined) return whole;
  const text = rowText(code);
  const parts: Row[] = [];
  let offset = 0;
  for (const { start, end } of changedWords(text, rowText([span(clip(partner))]))) {
    parts.push(sliceRow(whole, offset, start), restyle(sliceRow(whole, start, end), WORD_STYLES[kind]));
    offset = end;
  }
  return [...parts.flat(), ...sliceRow(whole, offset, text.length)];
}
