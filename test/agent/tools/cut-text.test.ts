import { expect, test } from 'vitest';
import { cutText } from '../../../src/agent/tools/cut-text.ts';

test('a short text is given to the byte', () => {
  const text = 'one\r\ntwo\n\nno end';
  expect(cutText(text, 2000)).toEqual({ text, lines: 4, shortened: 0, hasMore: false });
  expect(cutText('', 2000)).toEqual({ text: '', lines: 0, shortened: 0, hasMore: false });
});

test('lines past the limit are left out, and that is known', () => {
  expect(cutText('1\n2\n3\n', 2)).toEqual({ text: '1\n2\n', lines: 2, shortened: 0, hasMore: true });
  expect(cutText('1\n2\n', 2)).toMatchObject({ hasMore: false });
});

test('a very long line loses its end and keeps its line break', () => {
  const { text, shortened } = cutText(`${'x'.repeat(2500)}\nnext\n`, 10);
  expect(text).toBe(`${'x'.repeat(2000)}[… 500 more characters]\nnext\n`);
  expect(shortened).toBe(1);
});

test('many lines end where an answer is full, never inside a line', () => {
  const { text, lines, hasMore } = cutText(`${'y'.repeat(999)}\n`.repeat(100), 2000);
  expect({ lines, hasMore, chars: text.length }).toEqual({ lines: 30, hasMore: true, chars: 30_000 });
});
