import { type Line, wrapLine } from '../draw/line.ts';
import type { Row } from '../draw/span.ts';
import type { PagerPage } from './pager-page.ts';

/** How long the screen may stand still for what is not in sight. */
const SLICE_MS = 8;

/** A page that may have megabytes, whose rows are laid out bit by bit. */
export function longPage(
  head: Pick<PagerPage, 'id' | 'title'>,
  lines: readonly Line[],
  columns: number,
): PagerPage {
  const rows: Row[] = [];
  let next = 0;
  const layOutMore = (): boolean => {
    const until = performance.now() + SLICE_MS;
    while (next < lines.length && performance.now() < until) {
      const current = lines[next++];
      if (current !== undefined) for (const row of wrapLine(current, columns)) rows.push(row);
    }
    return next < lines.length;
  };
  layOutMore();
  return { ...head, rows, layOutMore };
}
