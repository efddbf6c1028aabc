import type { Diff } from '../../core/tool-call.ts';
import { indentLines, type Line, line, verbatimLine } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { GLYPHS } from '../theme.ts';
import { type DiffRow, diffRows } from './diff-rows.ts';

const SIGNS = { added: '+', removed: '-', context: ' ' } as const;

/** A diff with line numbers. */
export function diffLines(diff: Diff): Line[] {
  const { rows } = diffRows(diff);
  const digits = String(Math.max(0, ...rows.map((row) => row.number))).length;
  return rows.map((row) => diffLine(row, digits));
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

function diffLine({ kind, number, text }: DiffRow, digits: number): Line {
  if (kind === 'gap') return line(span(`${' '.repeat(digits)} ${GLYPHS.more}`, 'dim'));
  const content = verbatimLine(span(text, kind === 'context' ? 'dim' : kind));
  const sign = span(`${SIGNS[kind]} `, kind === 'context' ? 'dim' : kind);
  const [numbered = content] = indentLines(
    [content],
    [span(`${String(number).padStart(digits)} `, 'dim'), sign],
  );
  return numbered;
}
