import { expect, test } from 'vitest';
import { firstLineOf, lineOfDiff } from '../../../src/core/state/diffs.ts';

const line = (oldText: string, newText: string, file: string | null) =>
  lineOfDiff({ path: 'a', oldText, newText }, file);

test.each([
  ['before the change, by the old text', 'b\n', 'B\n', 'a\nb\nc\n', 2],
  ['after it, by the new one', 'b\n', 'B\n', 'a\nB\nc\n', 2],
  ['of a whole file', 'a\nb\n', 'a\nB\n', 'a\nb\n', 1],
  ['after it, where the new text holds the old one', 'b', 'new\nb', 'a\nnew\nb\n', 2],
  ['before it, where the new text is elsewhere already', 'b', 'a', 'a\nx\nb\n', 3],
  ['of a part of a line', 'two', '2', 'one\nonce two\n', 2],
  ['where line ends differ', 'b\nc', 'B\nc', 'a\r\nb\r\nc\r\n', 2],
  ['of what was put in', '', 'x\n', 'a\nx\nb\n', 2],
  ['of what was put into an empty file', '', 'x\n', '', 1],
  ['before something is taken out', 'b\n', '', 'a\nb\n', 2],
])('the line that a diff begins on is known %s', (_, oldText, newText, file, expected) => {
  expect(line(oldText, newText, file)).toBe(expected);
});

test('a file that was not there before begins with its first line', () => {
  expect(firstLineOf({ path: 'a', oldText: null, newText: 'x\n' })).toBe(1);
});

test.each([
  ['whose file nobody could look at', 'b', 'B', null],
  ['whose old text is there twice', 'b', 'B', 'b\nb\n'],
  ['whose old text overlaps itself', 'aa', 'A', 'aaa'],
  ['that has nothing to do with the file', 'b', 'B', 'x\n'],
  ['after something was taken out', 'b\n', '', 'a\n'],
])('no line is made up for a diff %s', (_, oldText, newText, file) => {
  expect(line(oldText, newText, file)).toBeUndefined();
});
