import { expect, test } from 'vitest';
import { wrapLines } from '../../../src/tui/draw/line.ts';
import { createPaint } from '../../../src/tui/draw/paint.ts';
import { rowText } from '../../../src/tui/draw/span.ts';
import { SIXTEEN_COLORS } from '../themes.ts';
import { markdownLines } from '../../../src/tui/markdown/markdown-lines.ts';

const draw = (text: string, columns = 60) =>
  wrapLines(markdownLines(text, columns), columns)
    .map((row) => rowText(row).trimEnd())
    .join('\n');

test.each([
  ['a paragraph, in the lines it was written in', 'Hello\nworld', 'Hello\nworld'],
  ['a hard line break', 'Hello  \nworld', 'Hello\nworld'],
  ['a heading', '## A *title*', 'A title'],
  ['a list', '- a\n- b\n  - c', '• a\n• b\n  • c'],
  ['a numbered list that does not begin with one', '3. a\n4. b', '3. a\n4. b'],
  ['a loose list', '- a\n\n- b', '• a\n\n• b'],
  [
    'an item with a paragraph and code',
    '1. a\n\n   b\n\n   ```\n   c\n   ```',
    '1. a\n\n   b\n\n   ```\n   c\n   ```',
  ],
  ['a task list', '- [x] a\n- [ ] b', '✔ a\n○ b'],
  ['a quote', '> a\n>\n> b', '│ a\n│\n│ b'],
  ['code', '```ts\nif (a) {\n\tb\n}\n```', '```ts\nif (a) {\n    b\n}\n```'],
  ['a rule', 'a\n\n---\n\nb', `a\n\n${'─'.repeat(40)}\n\nb`],
  ['a link', 'See [docs](https://x.y/z).', 'See docs (https://x.y/z).'],
  ['a bare link', 'See <https://x.y>.', 'See https://x.y.'],
  ['an image', '![logo](a.png)', 'logo (a.png)'],
  ['inline code keeps its backslashes', '`a\\b`', 'a\\b'],
  ['escapes', '\\*not bold\\*', '*not bold*'],
  ['entities', 'a &amp;&lt;b&gt; &copy; &#169;', 'a &<b> &copy; ©'],
  ['html is shown as it is', '<b>x</b>', '<b>x</b>'],
  ['no Markdown at all', 'a_b*c ~ 2 < 3', 'a_b*c ~ 2 < 3'],
])('%s', (_name, text, drawn) => {
  expect(draw(text)).toBe(drawn);
});

test('a table has columns as wide as their cells', () => {
  expect(
    draw('| a | number |\n|:--|--:|\n| 漢字 | 1 |\n| x | 22 |')
      .split('\n')
      .map((row) => row.trimEnd()),
  ).toEqual(['a     number', '────  ──────', '漢字       1', 'x         22']);
});

test('a table that is too wide wraps its widest column', () => {
  const rows = draw('| a | b |\n|---|---|\n| x | one two three four five |', 20).split('\n');
  expect(Math.max(...rows.map((row) => row.length))).toBeLessThanOrEqual(20);
  expect(rows.join(' ').replaceAll(/\s+/g, ' ')).toContain('x one two three four five');
});

test('a table with no room for its columns is drawn cell by cell', () => {
  const header = '| one | two | three |\n|---|---|---|\n';
  expect(draw(`${header}| first cell | second cell | third cell |`, 18)).toBe(
    'one: first cell\ntwo: second cell\nthree: third cell\n',
  );
});

test('text is bold, slanted, struck through and both', () => {
  const paint = createPaint(SIXTEEN_COLORS);
  const [row = []] = wrapLines(markdownLines('**a** *b* ~~c~~ ***d*** `e`', 60), 60);
  expect(paint(row)).toBe(
    '\u001b[1ma\u001b[0m \u001b[3mb\u001b[0m \u001b[9mc\u001b[0m \u001b[1;3md\u001b[0m \u001b[36me\u001b[0m',
  );
});

test('nothing stands before a line of code, so that it can be copied', () => {
  expect(draw('```\ncode\n```').split('\n')[1]).toBe('code');
});
