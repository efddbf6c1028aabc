import { expect, test } from 'vitest';
import { type EditorState, EMPTY_EDITOR, edit } from '../../../src/tui/editor/editor.ts';
import { layOutEditor, offsetInRow, rowTextOf } from '../../../src/tui/editor/editor-rows.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';

function at(text: string, cursor = text.length): EditorState {
  return { ...EMPTY_EDITOR, text, cursor };
}

const rowsOf = (state: EditorState, columns: number) => layOutEditor(state, columns).rows.map(rowTextOf);

test('an empty draft is one empty row with the cursor at its start', () => {
  const { rows, cursor } = layOutEditor(EMPTY_EDITOR, 20);
  expect(rows.map(rowTextOf)).toEqual(['']);
  expect(cursor).toEqual({ row: 0, column: 0 });
});

test.each([
  ['words are kept together', 'one two three', 9, ['one two ', 'three']],
  ['a long word is cut', 'abcdefghij', 5, ['abcd', 'efgh', 'ij']],
  ['wide characters count twice', '漢字漢字', 6, ['漢字', '漢字']],
  ['an emoji of several parts stays whole', 'abcd👩‍👩‍👧', 5, ['abcd', '👩‍👩‍👧']],
  ['lines are rows', 'a\n\nb', 20, ['a', '', 'b']],
  ['a tab is two blanks', 'a\tb', 20, ['a  b']],
])('%s', (_name, text, columns, rows) => {
  expect(rowsOf(at(text), columns)).toEqual(rows);
});

test.each([
  ['at the end', 'abc', 3, { row: 0, column: 3 }],
  ['behind wide characters', '漢字', 2, { row: 0, column: 4 }],
  ['behind a combining accent', 'e\u0301', 2, { row: 0, column: 1 }],
  ['at the start of a wrapped row', 'one two three', 8, { row: 1, column: 0 }],
  ['behind a line break', 'a\n', 2, { row: 1, column: 0 }],
  ['in the middle', 'abc\ndef', 5, { row: 1, column: 1 }],
])('the cursor stands %s', (_name, text, cursor, place) => {
  expect(layOutEditor(at(text, cursor), 9).cursor).toEqual(place);
});

test('a full row leaves a column for the cursor', () => {
  const { rows, cursor } = layOutEditor(at('abcd'), 5);
  expect(rows).toHaveLength(1);
  expect(cursor).toEqual({ row: 0, column: 4 });
});

test('up and down go to the nearest column, through wrapped rows and over wide characters', () => {
  const state = at('漢字漢字\nabc', 8);
  expect(offsetInRow(state, 20, -1)).toEqual({ cursor: 1, column: 3 });
  expect(offsetInRow(state, 20, 1)).toBeNull();
  expect(offsetInRow(at('one two three', 10), 9, -1)?.cursor).toBe(2);
  expect(offsetInRow(at('abc', 1), 9, -1)).toBeNull();
});

test('up and down come back to their column over a short line', () => {
  const start = at('a long line\nx\nanother line', 9);
  const down = (state: EditorState) => {
    const place = offsetInRow(state, 40, 1);
    return place === null ? state : edit(state, { type: 'place', ...place });
  };
  expect(layOutEditor(down(start), 40).cursor).toEqual({ row: 1, column: 1 });
  expect(layOutEditor(down(down(start)), 40).cursor).toEqual({ row: 2, column: 9 });
  const moved = edit(down(start), { type: 'move', motion: 'left' });
  expect(layOutEditor(down(moved), 40).cursor).toEqual({ row: 2, column: 0 });
});

test('a long paste is drawn as a chip', () => {
  const state = edit(EMPTY_EDITOR, { type: 'paste', text: 'x\n'.repeat(124) });
  expect(rowsOf(state, 40)).toEqual(['[Pasted 124 lines]']);
  expect(layOutEditor(state, 40).cursor.column).toBe('[Pasted 124 lines]'.length);
});

test('a chip that is cut by the edge keeps the cursor in place', () => {
  const state = edit(edit(EMPTY_EDITOR, { type: 'insert', text: 'see ' }), {
    type: 'paste',
    text: 'x\n'.repeat(124),
  });
  expect(rowsOf(state, 13)).toEqual(['see [Pasted ', '124 lines]']);
  expect(layOutEditor(state, 13).cursor).toEqual({ row: 1, column: 10 });
});

test('a key in a draft of a megabyte lays out only its line', () => {
  const text = 'some words of a line that is typed here\n'.repeat(25_000);
  let state = at(text, text.length / 2);
  layOutEditor(state, 77);
  const cpuMs = watchCpu();
  for (let key = 0; key < 20; key += 1) {
    state = edit(state, { type: 'insert', text: 'x' });
    state = edit(state, { type: 'move', motion: 'word-left' });
    layOutEditor(state, 77);
  }
  expect(cpuMs() / 20).toBeLessThan(100);
});

test('lines that stay as they are lie where they are after lines came and went before them', () => {
  let state = at('one\ntwo three\nfour', 0);
  layOutEditor(state, 8);
  state = edit(state, { type: 'insert', text: 'new\nlines\n' });
  expect(rowsOf(state, 8)).toEqual(['new', 'lines', 'one', 'two ', 'three', 'four']);
  state = edit(state, { type: 'move', motion: 'end' });
  expect(layOutEditor(state, 8).cursor).toEqual({ row: 5, column: 4 });
  state = edit(edit(state, { type: 'place', cursor: 3 }), { type: 'kill', motion: 'start' });
  expect(rowsOf(state, 8)).toEqual(['', 'lines', 'one', 'two ', 'three', 'four']);
  expect(layOutEditor(state, 8).cursor).toEqual({ row: 0, column: 0 });
});
