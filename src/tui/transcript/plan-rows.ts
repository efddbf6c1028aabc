import type { PlanEntry } from '../../core/state/events.ts';
import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { windowAround } from '../draw/window-around.ts';

const MARKS: Readonly<Record<PlanEntry['status'], { glyph: string; mark: Style; text: readonly Style[] }>> = {
  completed: { glyph: GLYPHS.done, mark: 'good', text: ['dim'] },
  in_progress: { glyph: GLYPHS.active, mark: 'accent', text: ['strong'] },
  pending: { glyph: GLYPHS.open, mark: 'dim', text: [] },
  cancelled: { glyph: GLYPHS.dropped, mark: 'dim', text: ['dim', 'struck'] },
};

/** The plan as a checklist, or folded as its step in work, in at most `height` rows. */
export function planRows(
  plan: readonly PlanEntry[],
  folded: boolean,
  columns: number,
  height: number,
): Row[] {
  if (plan.length === 0 || height < 1) return [];
  const done = plan.filter((entry) => entry.status === 'completed').length;
  const current = Math.max(
    0,
    plan.findIndex((entry) => entry.status === 'in_progress'),
  );
  const count = span(`Plan ${done}/${plan.length}`, 'strong');
  if (folded || height === 1) {
    const step = plan[current];
    return [fitRow([count, span(step === undefined ? '' : `  ${step.content}`, 'dim')], columns)];
  }
  const rows = plan.map(({ content, status }): Row => {
    const { glyph, mark, text } = MARKS[status];
    return fitRow([span(`  ${glyph} `, mark), span(content, ...text)], columns);
  });
  return [[count], ...windowAround(rows, current, height - 1)];
}
