import { expect, test } from 'vitest';
import { type DrawnFrame, eraseFrame } from '../../../src/tui/terminal/draw-frame.ts';

const frame = (rows: string[]): DrawnFrame => ({ rows, cursor: null });
const up = (rows: number) => `\u001b[${rows}A`;

test('rows that scrolled away in a narrow window are counted as the window of now wraps them', () => {
  const rows = Array.from({ length: 8 }, (_, index) => `row ${index} ${'x'.repeat(44)}`);
  // Of 22 rows above the last one's beginning, five are on the screen.
  const narrow = eraseFrame(frame(rows), { columns: 20, rows: 6 }, { row: 5, column: 0 });
  expect(narrow.text).toContain(up(5));
  expect(narrow.lost).toEqual([...rows.slice(0, 5), 'row 5 xxxxxxxxxxxxxx']);

  const wide = eraseFrame(frame(['small']), { columns: 60, rows: 14 }, { row: 12, column: 0 }, narrow.lost);
  expect(wide.text).toContain(up(6));
  expect(wide.lost).toEqual([]);
});

test('of what scrolled away, no more is erased than is back', () => {
  const back = eraseFrame(frame(['one', 'two']), { columns: 60, rows: 4 }, { row: 3, column: 0 }, [
    'a',
    'b',
    'c',
  ]);
  expect(back.text).toContain(up(3));
  expect(back.lost).toEqual(['a']);
});

test('where the terminal does not tell its cursor, nothing above the frame is touched', () => {
  const unknown = eraseFrame(frame(['one', 'two', 'three']), { columns: 60, rows: 24 }, null, ['a']);
  expect(unknown.text).toContain(up(2));
  expect(unknown.lost).toEqual(['a']);
});
