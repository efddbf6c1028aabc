import { expect, test } from 'vitest';
import { widthOf } from '../../../src/tui/draw/graphemes.ts';
import { wrapText } from '../../../src/tui/draw/line.ts';

const rowsOf = (text: string, width: number) =>
  wrapText(text, width).map(({ start, end }) => text.slice(start, end));

test.each([
  ['the empty text is one empty row', '', 5, ['']],
  ['words stay whole', 'the quick brown fox', 10, ['the quick ', 'brown fox']],
  ['a word longer than the row is cut', 'ab cdefghij', 4, ['ab ', 'cdef', 'ghij']],
  ['a wide character does not stand half in a row', 'a漢字', 2, ['a', '漢', '字']],
  ['a wide character at the edge behind a blank', 'x abcd漢', 6, ['x ', 'abcd漢']],
  ['an emoji of several parts is one', '👩‍👩‍👧👩‍👩‍👧', 3, ['👩‍👩‍👧', '👩‍👩‍👧']],
  ['a character wider than the row gets one of its own', '漢字', 1, ['漢', '字']],
  ['many blanks', 'a     b', 3, ['a  ', '   ', 'b']],
])('%s', (_name, text, width, rows) => {
  expect(rowsOf(text, width)).toEqual(rows);
});

test('nothing is lost and nothing is too wide, whatever the text and the width', () => {
  const texts = [
    '',
    ' ',
    'a b  c',
    '漢字 and 👩‍👩‍👧 in one',
    'e\u0301'.repeat(30),
    'x'.repeat(99),
    'שלום עולם',
  ];
  for (const text of texts)
    for (let width = 2; width < 30; width += 1) {
      const rows = rowsOf(text, width);
      expect(rows.join('')).toBe(text);
      expect(Math.max(...rows.map(widthOf))).toBeLessThanOrEqual(width);
    }
});
