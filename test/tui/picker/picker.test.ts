import { expect, test } from 'vitest';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import { NEW_PICKER, type PickerState, updatePicker } from '../../../src/tui/picker/picker-state.ts';
import type { InputEvent } from '../../../src/tui/terminal/input/input-event.ts';
import { drawPicker } from '../live/draw-parts.tsx';

const ITEMS = ['red tea', 'green tea', 'green \u001b[31mcoffee\u202e'].map((cell, index) => ({
  id: String(index),
  cells: [String(index), cell],
}));

const key = (chord: string): InputEvent => ({ type: 'key', chord });
const text = (typed: string): InputEvent => ({ type: 'text', text: typed });
const after = (...events: InputEvent[]): PickerState =>
  events.reduce((state, event) => updatePicker(state, event, ITEMS, DEFAULT_KEYMAP), NEW_PICKER);

test.each([
  ['Enter takes the first', [key('enter')], '0'],
  [
    'arrows move, and stop at the ends',
    [key('up'), key('down'), key('down'), key('down'), key('enter')],
    '2',
  ],
  ['typing filters, all words count', [text('tea '), text('gre'), key('enter')], '1'],
  ['the mark is on the first that is left', [key('end'), text('tea'), key('enter')], '0'],
  ['backspace takes a letter back', [text('greenx'), key('backspace'), key('enter')], '1'],
  ['nothing is taken when nothing passes', [text('milk'), key('enter')], undefined],
  ['Esc clears the filter first', [text('green'), key('escape'), key('enter')], '0'],
  ['Esc leaves', [key('escape')], null],
  ['Ctrl+C leaves, whatever is typed', [text('x'), key('ctrl+c')], null],
])('%s', (_title, events, picked) => {
  expect(after(...events).picked).toBe(picked);
});

test('the rows fit the terminal and show nothing that it would obey', () => {
  const many = Array.from({ length: 100 }, (_, index) => ({
    id: String(index),
    cells: ['x'.repeat(90), String(index)],
  }));
  const rows = drawPicker('Which', many, { ...NEW_PICKER, marked: 50 }, { columns: 40, rows: 10 });
  expect(rows).toHaveLength(9);
  for (const row of rows) expect(row.length).toBeLessThan(40);
  const drawn = drawPicker('Which', ITEMS, NEW_PICKER, { columns: 60, rows: 20 }).join('\n');
  expect(drawn).toContain('› 0  red tea\n  1  green tea\n  2  green coffee');
  expect(drawn).not.toMatch(/[\u001b\u202e]/);
});
