import { fitRow, line, wrapLine } from '../draw/line.ts';
import { type Row, rowText, span } from '../draw/span.ts';
import type { Size } from '../screen/terminal.ts';
import { GLYPHS } from '../theme.ts';
import type { PanelContent, PanelItem } from './panel-content.ts';
import type { PanelState } from './panel-state.ts';

/** The rows of a panel beside what it is about: its title, and what its keys do. */
const FRAME_ROWS = 2;
const LEAST_ROWS = 3;
/** Of what came of the last thing that was done. */
const MAX_MESSAGE_ROWS = 4;

/**
 * How many rows a panel has in a terminal of this many: with the largest draft, the status line and an empty row it still
 * leaves one to spare. The same whatever else is on the screen, so that keys can tell how far to scroll.
 */
function panelHeight(terminalRows: number): number {
  return Math.max(LEAST_ROWS, Math.floor(((terminalRows - 1) * 2) / 3) - 2);
}

/** How many of them are for the list, or for the item that is looked into. */
export function bodyHeight(panel: PanelState, size: Size): number {
  return Math.max(1, panelHeight(size.rows) - FRAME_ROWS - messageRows(panel, size).length);
}

/** What came of the last thing that was done. What there is no room for, beside a row of the body, is left out. */
export function messageRows({ message }: PanelState, { columns, rows }: Size): Row[] {
  if (message === null) return [];
  const height = Math.max(1, Math.min(MAX_MESSAGE_ROWS, panelHeight(rows) - FRAME_ROWS - 1));
  const wrapped = wrapLine(line(span(message, 'accent')), columns);
  const last = wrapped[height - 1];
  if (last === undefined || wrapped.length === height) return wrapped;
  return [...wrapped.slice(0, height - 1), [...fitRow(last, columns - 1), span(GLYPHS.more, 'dim')]];
}

/** The items that have every word of the filter somewhere. */
export function visibleItems({ filter }: PanelState, { items }: PanelContent): readonly PanelItem[] {
  const words = filter.toLowerCase().split(/\s+/);
  return items.filter(({ cells }) => {
    const text = rowText(cells).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Which of the items the mark stands on; -1 where there are none. */
export function selectedIndex({ selected }: PanelState, items: readonly PanelItem[]): number {
  if (items.length === 0) return -1;
  return Math.max(
    0,
    items.findIndex(({ id }) => id === selected),
  );
}
