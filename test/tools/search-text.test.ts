import { expect, test } from 'vitest';
import { compilePattern, type LineMatch, searchTexts } from '../../src/tools/search-text.ts';

function searchText(text: string, regex: RegExp): LineMatch[] {
  return searchTexts([text], regex).flat();
}

test('a pattern is a regular expression', () => {
  const { regex, note } = compilePattern('^f\\w+\\(');
  expect(searchText('foo(1)\n foo(2)\nfive(3)', regex).map(({ line }) => line)).toEqual([1, 3]);
  expect(note).toBeNull();
});

test('what is no regular expression is searched for as it stands, and that is said', () => {
  const { regex, note } = compilePattern('foo(.*');
  expect(searchText('foo(.*) here\nfoo() not', regex).map(({ line }) => line)).toEqual([1]);
  expect(note).toContain('plain text');
});

test('line breaks of either kind end lines, and the last one begins none', () => {
  expect(searchText('a\r\n\r\nb\n', /^$/)).toEqual([{ line: 2, text: '' }]);
});

test('of a very long line the part around the match is shown', () => {
  const line = `${'x'.repeat(50_000)}needle${'y'.repeat(50_000)}`;
  const [match] = searchText(line, /needle/);
  expect(match?.text).toMatch(/^…x{80}needley+…$/);
  expect(match?.text).toHaveLength(302);
});
