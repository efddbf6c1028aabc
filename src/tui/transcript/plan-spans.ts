import type { PlanEntry } from '../../core/state/events.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';

const MARKS: Readonly<Record<PlanEntry['status'], { glyph: string; mark: Style; text: readonly Style[] }>> = {
  completed: { glyph: GLYPHS.done, mark: 'good', text: ['dim'] },
  in_progress: { glyph: GLYPHS.active, mark: 'accent', text: ['strong'] },
  pending: { glyph: GLYPHS.open, mark: 'dim', text: [] },
  cancelled: { glyph: GLYPHS.dropped, mark: 'dim', text: ['dim', 'struck'] },
};

/** How far a plan has come. */
export function planTitle(plan: readonly PlanEntry[]): Row {
  const done = plan.filter(({ status }) => status === 'completed').length;
  return [span(`Plan ${done}/${plan.length}`, 'strong')];
}

/** A step of a plan, as it stands in a checklist. */
export function planEntry({ content, status }: PlanEntry): Row {
  const { glyph, mark, text } = MARKS[status];
  return [span(`  ${glyph} `, mark), span(content, ...text)];
}
