import { Box } from 'ink';
import { cleanLine } from '../../core/text/clean-text.ts';
import { widthOf } from '../draw/graphemes.ts';
import { TextRow, useScreen } from '../draw/rows.tsx';
import { ruleRow } from '../draw/rule-row.ts';
import { windowAround } from '../draw/scrolled-rows.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { hintsRow, type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import { useKeys } from '../keys/keys-context.ts';
import { type PickerItem, type PickerState, passingItems } from './picker-state.ts';

const MAX_ITEM_ROWS = 15;
/** Title and hints. */
const FRAME_ROWS = 2;

interface PickerProps {
  title: string;
  items: readonly PickerItem[];
  state: PickerState;
}

/** A list to pick from, with what its keys do. */
export function Picker({ title, items, state: { filter, marked } }: PickerProps) {
  const { columns, height } = useScreen();
  const keymap = useKeys();
  const widths = columnWidths(items.map(withKey));
  const passing = passingItems(items, filter);
  const room = Math.max(1, Math.min(MAX_ITEM_ROWS, height - FRAME_ROWS));
  const note = filter === '' ? `${items.length}` : `filter: ${filter}`;
  return (
    <Box flexDirection="column" width={columns}>
      <TextRow spans={ruleRow(columns, 'accent', [span(title, 'strong')], note)} />
      {passing.length === 0 && <TextRow spans={[span(`  No match for "${filter.trim()}".`, 'dim')]} />}
      {windowAround(passing, marked, room).map((item) => (
        <TextRow key={item.id} spans={itemRow(withKey(item), widths, item === passing[marked])} />
      ))}
      <TextRow spans={hintsRow(hintsOf(items, keymap), columns)} />
    </Box>
  );
}

function hintsOf(items: readonly PickerItem[], keymap: KeyLabels): string[] {
  const hasKeys = items.some(({ key }) => key !== undefined);
  return [
    hasKeys ? 'number or text to filter' : 'type to filter',
    ...keysHint(keymap, ['picker.up', 'picker.down'], 'to choose'),
    ...keyHint(keymap, 'picker.take', 'to select'),
    ...keyHint(keymap, 'picker.leave', 'to cancel'),
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
