import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { emphasize } from './filter-items.ts';
import type { OpenPage } from './open-page.ts';
import type { ListPage, PanelItem } from './panel-page.ts';
import { GLYPHS } from '../draw/theme.ts';
import { windowAround } from '../draw/window-around.ts';

/** No column but the last takes more than this share of a row. */
const CELL_SHARE = 0.5;

/** The items of a list in at most `height` rows, under the headings of their sections, with what stands above them. */
export function listRows({ page, view, items, marked }: OpenPage, columns: number, height: number): Row[] {
  if (page.kind === 'text') return [];
  const head = headRows(page, columns, Math.max(0, Math.floor(height / 2)));
  if (items.length === 0) return [...head, nothingRow(page, view.filter, columns)];
  const widths = columnWidths(page.items, Math.floor(columns * CELL_SHARE));
  const rows: Row[] = [];
  let markedRow = 0;
  for (const [index, item] of items.entries()) {
    const { section } = item;
    if (section !== undefined && section !== items[index - 1]?.section) rows.push([span(section, 'strong')]);
    if (index === marked) markedRow = rows.length;
    rows.push(itemRow(item, { widths, filter: view.filter, isMarked: index === marked }));
  }
  const shown = windowAround(rows, markedRow, height - head.length);
  return [...head, ...shown.map((row) => fitRow(row, columns))];
}

function headRows({ head }: ListPage, columns: number, height: number): Row[] {
  return (head?.(columns) ?? []).slice(0, height).map((row) => fitRow(row, columns));
}

function nothingRow({ items, empty, isSearch }: ListPage, filter: string, columns: number): Row {
  const isFiltered = items.length > 0 && filter !== '' && isSearch !== true;
  return fitRow([span(`  ${isFiltered ? `Nothing has "${filter}".` : empty}`, 'dim')], columns);
}

/** Cells that end a row take what is left of it, so that they widen no column. */
function columnWidths(items: readonly PanelItem[], most: number): number[] {
  const aligned = items.map(({ cells }) => cells.slice(0, -1));
  const count = Math.max(0, ...aligned.map((cells) => cells.length));
  return Array.from({ length: count }, (_, column) =>
    Math.min(most, Math.max(...aligned.map((cells) => widthOf(cells[column]?.text ?? '')))),
  );
}

interface Look {
  widths: readonly number[];
  filter: string;
  isMarked: boolean;
}

function itemRow({ cells }: PanelItem, { widths, filter, isMarked }: Look): Row {
  const mark = span(isMarked ? `${GLYPHS.prompt} ` : '  ', 'accent');
  return [
    mark,
    ...cells.flatMap((cell, column): Row => {
      if (column === cells.length - 1) return emphasize(cell, filter);
      const width = widths[column] ?? 0;
      const fitted = fitRow(emphasize(cell, filter), width);
      return [...fitted, span(' '.repeat(Math.max(0, width - widthOf(cell.text)) + 2))];
    }),
  ];
}
