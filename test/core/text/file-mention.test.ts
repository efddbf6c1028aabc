import { expect, test } from 'vitest';
import { findFileMentions, mentionOf } from '../../../src/core/text/file-mention.ts';

const readings = (text: string) =>
  findFileMentions(text).map((mention) =>
    mention.readings.map(({ path, lines }) => (lines === null ? path : `${path} ${lines.from}-${lines.to}`)),
  );

test.each([
  ['see @src/a.ts now', [['src/a.ts']]],
  [
    '(@a.ts), @b.ts.',
    [
      ['a.ts),', 'a.ts'],
      ['b.ts.', 'b.ts'],
    ],
  ],
  ['@"a b.md" and @"c d.md":3-4,', [['a b.md'], ['c d.md 3-4']]],
  ['@a.ts:10', [['a.ts:10', 'a.ts 10-10']]],
  ['@a.ts:10-20.', [['a.ts:10-20.', 'a.ts:10-20', 'a.ts 10-20']]],
  ['@a.ts#L3-L9', [['a.ts#L3-L9', 'a.ts 3-9']]],
  ['@a.ts:9-3 @a.ts:0', [['a.ts:9-3'], ['a.ts:0']]],
  ['me@example.org', []],
  ['@ alone', []],
])('%s', (text, expected) => {
  expect(readings(text)).toEqual(expected);
});

test('a path with blanks is quoted', () => {
  expect([mentionOf('a.ts'), mentionOf('a b.ts')]).toEqual(['@a.ts', '@"a b.ts"']);
});
