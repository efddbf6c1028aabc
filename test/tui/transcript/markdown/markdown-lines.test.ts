import { expect, test } from 'vitest';
import { wrapLines } from '../../../../src/tui/draw/line.ts';
import { createPaint } from '../../../../src/tui/draw/paint.ts';
import { rowText } from '../../../../src/tui/draw/span.ts';
import { markdownLines } from '../../../../src/tui/transcript/markdown/markdown-lines.ts';
import { SIXTEEN_COLORS } from '../../themes.ts';

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

test.each([
  ['lists within lists', '1. a\n   - b\n     1. c\n2. d', '1. a\n   • b\n     1. c\n2. d'],
  ['tasks within a list', '- a\n  - [x] b\n  - [ ] c', '• a\n  ✔ b\n  ○ c'],
  ['a task with a paragraph', '- [ ] a\n\n  b', '○ a\n\n  b'],
  ['a quote within a quote', '> a\n>\n> > b\n> > c', '│ a\n│\n│ │ b\n│ │ c'],
  ['a list in a quote', '> - a\n> - b', '│ • a\n│ • b'],
  ['code in a quote', '> ```\n> x\n> ```', '│ ```\n│ x\n│ ```'],
  ['a quote in a list', '- a\n\n  > b', '• a\n\n  │ b'],
  ['code with a blank line at its end', '```\nx\n\n```', '```\nx\n\n```'],
  ['code without an end', '```\nx\ny', '```\nx\ny\n```'],
  ['indented code', '    a\n      b', 'a\n  b'],
  ['a backslash at the end of a line', 'a\\\nb', 'a\nb'],
  ['a break of HTML', 'a<br>b<br/>c', 'a\nb\nc'],
  [
    'a block of HTML',
    '<details>\n<summary>a</summary>\n</details>',
    '<details>\n<summary>a</summary>\n</details>',
  ],
  ['a comment of HTML', '<!-- a -->\n\nb', '<!-- a -->\n\nb'],
  ['footnotes', 'a[^1]\n\n[^1]: note', 'a[^1]\n\n[^1]: note'],
  ['footnotes of several words', 'a[^1]\n\n[^1]: a long note', 'a[^1]\n\n[^1]: a long note'],
  ['a link whose address is named elsewhere', '[a][1]\n\n[1]: https://x.y/z', 'a (https://x.y/z)'],
  ['an address of mail', '<me@x.y>', 'me@x.y'],
  ['a link around an image', '[![a](b.png)](https://x.y)', 'a (b.png) (https://x.y)'],
  ['a link that has no text', '[](https://x.y)', 'https://x.y'],
  ['a heading below a heading', '# a\n## b\ntext', 'a\n\nb\n\ntext'],
  ['a heading of two lines', 'a\n===', 'a'],
  ['what looks like a heading', '#hashtag', '#hashtag'],
])('%s', (_name, text, drawn) => {
  expect(draw(text)).toBe(drawn);
});

test('a table may have anything in its cells', () => {
  const rows = [
    '| a | b | c |',
    '|---|:-:|--:|',
    '| `x\\|y` | [l](https://x.y) | 漢字<br>漢 |',
    '| 👍🏽 | **b** | |',
  ];
  expect(
    draw(rows.join('\n'))
      .split('\n')
      .map((row) => row.trimEnd()),
  ).toEqual([
    'a            b               c',
    '────  ───────────────  ───────',
    'x|y   l (https://x.y)  漢字 漢',
    '👍🏽           b',
  ]);
});

test('only addresses of the web become links, and what they lead to is always there to be read', () => {
  const paint = createPaint({ ...SIXTEEN_COLORS, showsLinks: true });
  const painted = (text: string) => wrapLines(markdownLines(text, 60), 60).map(paint).join('\n');
  const link = (text: string, style: number) =>
    `\u001b]8;;https://x.y/a%20b\u0007\u001b[${style}m${text}\u001b[0m\u001b]8;;\u0007`;
  expect(painted('[docs](<https://x.y/a b>)')).toBe(link('docs', 4) + link(' (https://x.y/a b)', 2));
  for (const address of [
    'file:///etc/passwd',
    'javascript:alert(1)',
    'vscode://x',
    '/docs',
    'me@x.y',
    '#part',
  ])
    expect(painted(`[docs](<${address}>)`)).toBe(`\u001b[4mdocs\u001b[0m\u001b[2m (${address})\u001b[0m`);
  expect(painted('[docs](<https://x.y/\u0007\u001b]0;title>)')).not.toContain('\u001b]0');
  const plain = createPaint(SIXTEEN_COLORS);
  expect(wrapLines(markdownLines('<https://x.y>', 60), 60).map(plain)).toEqual([
    '\u001b[4mhttps://x.y\u001b[0m',
  ]);
});
