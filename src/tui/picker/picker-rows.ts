import { cleanLine } from '../../core/text/clean-text.ts';
import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { hintsRow, type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import { ruleRow } from '../draw/rule-row.ts';
import { windowAround } from '../draw/scrolled-rows.ts';
import type { Size } from '../terminal/terminal.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { type PickerItem, type PickerState, passingItems } from './picker-state.ts';

const MAX_ITEM_ROWS = 15;
/** Title, hints, and a row below in which the cursor stands. */
const OTHER_ROWS = 3;

/** The rows of a picker in a terminal of this size; none is as wide as it, so that none wraps. */
export function pickerRows(
  title: string,
  items: readonly PickerItem[],
  { filter, marked }: PickerState,
  size: Size,
  keymap: KeyLabels,
): Row[] {
  const columns = size.columns - 1;
  const widths = columnWidths(items.map(withKey));
  const passing = passingItems(items, filter);
  const rows = passing
    .map(withKey)
    .map((item, index) => fitRow(itemRow(item, widths, index === marked), columns));
  const height = Math.max(1, Math.min(MAX_ITEM_ROWS, size.rows - OTHER_ROWS));
  const nothing = fitRow([span(`  Nothing has "${filter.trim()}".`, 'dim')], columns);
  const note = filter === '' ? `${items.length}` : `filter: ${filter}`;
  const typing = items.some(({ key }) => key !== undefined)
    ? 'type a number, or a part to filter'
    : 'type to filter';
  return [
    ruleRow(columns, 'accent', [span(title, 'strong')], note),
    ...(rows.length === 0 ? [nothing] : windowAround(rows, marked, height)),
    hintsRow(
      [
        typing,
        ...keysHint(keymap, ['picker.up', 'picker.down'], 'choose'),
        ...keyHint(keymap, 'picker.take', ''),
        ...keyHint(keymap, 'picker.leave', 'leaves'),
      ],
      columns,
    ),
  ];
}

function columnWidths(items: readonly PickerItem[]): number[] {
  const columns = Math.max(0, ...items.map(({ cells }) => cells.length));
  return Array.from({ length: columns }, (_, column) =>
    Math.max(...items.map(({ cells }) => widthOf(cleanLine(cells[column] ?? '')))),
  );
}

function withKey({ key, cells, ...item }: PickerItem): PickerItem {
  return { ...item, cells: key === undefined ? cells : [key, ...cells] };
}

function itemRow({ cells }: PickerItem, widths: readonly number[], isMarked: boolean): Row {
  const mark = span(isMarked ? `${GLYPHS.prompt} ` : '  ', 'accent');
  return [
    mark,
    ...cells.map((cell, column) => {
      const text = cleanLine(cell);
      const isLast = column === cells.length - 1;
      const padding = isLast ? '' : ' '.repeat((widths[column] ?? 0) - widthOf(text) + 2);
      const look: Style[] = isMarked ? ['strong'] : isLast && column > 0 ? ['dim'] : [];
      return span(text + padding, ...look);
    }),
  ];
}
