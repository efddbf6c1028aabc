import { expect, test } from 'vitest';
import {
  fitRow,
  indentLines,
  line,
  printableRows,
  verbatimLine,
  wrapLines,
} from '../../../src/tui/draw/line.ts';
import { createPaint } from '../../../src/tui/draw/paint.ts';
import { rowText, span } from '../../../src/tui/draw/span.ts';
import { NO_COLORS, SIXTEEN_COLORS } from '../themes.ts';

test('escape sequences, control and bidi characters from outside never reach the screen', () => {
  const hostile = 'a\u001b[2Jb\u001b]0;title\u0007c\u202Ed\u0000e\u009b31mf\rg\nh\ti';
  expect(span(hostile).text).toBe('abcdef g h    i');
});

test('a wrapped line hangs below its own text', () => {
  const lines = indentLines([line(span('one two three'))], [span('- ')]);
  expect(wrapLines(lines, 8).map(rowText)).toEqual(['- one', '  two', '  three']);
});

test('no row ends in blanks, which would be copied, unless it is code', () => {
  const lines = indentLines([line(span('one '), span('two', 'strong')), line(span('  '))], [span('│ ')]);
  expect(wrapLines(lines, 6).map(rowText)).toEqual(['│ one', '  two', '']);
  expect(wrapLines([verbatimLine(span('one  '))], 20).map(rowText)).toEqual(['one  ']);
});

test('where there is no room for an indent, there is none', () => {
  const lines = indentLines([line(span('abcdef'))], [span('          ')]);
  expect(wrapLines(lines, 10).map(rowText)).toEqual(['abcdef']);
});

test('code is left for the terminal to wrap in the scrollback, and wrapped where rows are counted', () => {
  const code = [verbatimLine(span('x'.repeat(25)))];
  expect(printableRows(code, 10).map(rowText)).toEqual(['x'.repeat(25)]);
  expect(wrapLines(code, 10).map(rowText)).toEqual(['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(5)]);
});

test('a row that is too long ends in an ellipsis', () => {
  expect(rowText(fitRow([span('one '), span('漢字漢字')], 9))).toBe('one 漢字…');
  expect(rowText(fitRow([span('short')], 9))).toBe('short');
});

test('styles are painted as escape sequences, and without colour only those that are no colours', () => {
  const row = [span('a'), span('b', 'strong', 'bad')];
  expect(createPaint(SIXTEEN_COLORS)(row)).toBe('a\u001b[1;31mb\u001b[0m');
  expect(createPaint(NO_COLORS)(row)).toBe('a\u001b[1;1mb\u001b[0m');
});
