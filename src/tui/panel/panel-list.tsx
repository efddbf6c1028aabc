import { runsOf, widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { TextRow, useScreen } from '../draw/rows.tsx';
import { windowAround } from '../draw/scrolled-rows.ts';
import { type Row, restyle, type Span, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { filterWords, type OpenPage } from './open-page.ts';
import type { ListPage, PanelItem } from './panel-page.ts';

/** No column but the last takes more than this share of a row. */
const CELL_SHARE = 0.5;

/** The items of a list in at most `height` rows, under the headings of their sections, with what stands above them. */
export function PanelList({ open, height }: { open: OpenPage; height: number }) {
  const { columns } = useScreen();
  const { page, view, items, marked } = open;
  if (page.kind === 'text') return null;
  const head = (page.head?.(columns) ?? []).slice(0, Math.floor(height / 2));
  const entries = withHeadings(items);
  const markedAt = Math.max(0, entries.indexOf(items[marked] ?? ''));
  const widths = columnWidths(page.items, Math.floor(columns * CELL_SHARE));
  return (
    <>
      {head.map((row, index) => (
        <TextRow key={index} spans={row} />
      ))}
      {items.length === 0 && <TextRow spans={[span(`  ${nothingText(page, view.filter)}`, 'dim')]} />}
      {windowAround(entries, markedAt, height - head.length).map((entry) =>
        typeof entry === 'string' ? (
          <TextRow key={`section ${entry}`} spans={[span(entry, 'strong')]} />
        ) : (
          <TextRow
            key={`item ${entry.id}`}
            spans={itemRow(entry, { widths, filter: view.filter, isMarked: entry === items[marked] })}
          />
        ),
      )}
    </>
  );
}

/** The items, with the name of a section before the first of it. */
function withHeadings(items: readonly PanelItem[]): (PanelItem | string)[] {
  return items.flatMap((item, index) => {
    const { section } = item;
    return section === undefined || section === items[index - 1]?.section ? [item] : [section, item];
  });
}

function nothingText({ items, empty, isSearch }: ListPage, filter: string): string {
  return items.length > 0 && filter !== '' && isSearch !== true ? `No match for "${filter}".` : empty;
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

/** A cell with what was looked for standing out. */
function emphasize(cell: Span, filter: string): Row {
  const text = cell.text.toLowerCase();
  // Of the few letters that are longer as small ones the offsets would not fit.
  if (text.length !== cell.text.length) return [cell];
  const marks = Array.from({ length: text.length }, () => false);
  for (const word of filterWords(filter)) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length))
      marks.fill(true, at, at + word.length);
  }
  return runsOf(cell.text, (index) => marks[index] === true).flatMap(({ text: part, isIn }) => {
    const run = [{ ...cell, text: part }];
    return isIn ? restyle(run, 'strong', 'underline') : run;
  });
}
