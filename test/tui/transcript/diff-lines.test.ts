import { expect, test } from 'vitest';
import { printableRows } from '../../../src/tui/draw/line.ts';
import { rowText } from '../../../src/tui/draw/span.ts';
import { diffLines } from '../../../src/tui/transcript/diff-lines.ts';
import type { Diff } from '../../../src/core/tool-call.ts';

const diff = (oldText: string | null, newText: string): Diff => ({
  path: '/w/notes',
  oldText,
  newText,
  line: 1,
});

/** The rows as text, with what is marked in a line in brackets. */
function drawn(of: Diff): string[] {
  return printableRows(diffLines(of), 200).map((row) =>
    row
      .map(({ text, styles }) =>
        styles.some((style) => style === 'addedWord' || style === 'removedWord') ? `[${text}]` : text,
      )
      .join(''),
  );
}

test('the words that changed in a line are marked, on both sides', () => {
  expect(drawn(diff('if (cart === null) return;\n', 'if (cart == null) return false;\n'))).toEqual([
    '1 - if (cart ==[=] null) return;',
    '1 + if (cart == null) return[ false];',
  ]);
});

test('lines that have little in common are not held against each other', () => {
  expect(drawn(diff('const a = 1;\n', 'export function other() {}\n'))).toEqual([
    '1 - const a = 1;',
    '1 + export function other() {}',
  ]);
});

test('each line finds the one that it became, also among more', () => {
  const old = 'let total = price * count;\nlog(total);\n';
  const now = 'let rate = 0.2;\nlet total = price * count * rate;\nlog(total, rate);\n';
  expect(drawn(diff(old, now))).toEqual([
    '1 - let total = price * count;',
    '2 - log(total);',
    '1 + let rate = 0.2;',
    '2 + let total = price * count[ * rate];',
    '3 + log(total[, rate]);',
  ]);
});

test('a line waits for the one that is most like it, not for the next one that is a little like it', () => {
  const old = 'if (cart === null) return redirect(cart);\nif (cart.items.length === 0) {\n';
  const now = 'if (cart == null || cart.items.length === 0) {\n';
  expect(drawn(diff(old, now))).toEqual([
    '1 - if (cart === null) return redirect(cart);',
    '2 - if (cart.items.length === 0) {',
    '1 + if (cart[ == null || cart].items.length === 0) {',
  ]);
});

test('a line of which only the end is left is another line, one that got a word before it is the same', () => {
  expect(drawn(diff("if (cart === null) return go('/');\n", "  return go('/');\n"))).toEqual([
    "1 - if (cart === null) return go('/');",
    "1 +   return go('/');",
  ]);
  expect(drawn(diff('client.request(url);\n', 'await client.request(url);\n'))).toEqual([
    '1 - client.request(url);',
    '1 + [await ]client.request(url);',
  ]);
});

test.each([
  ['deeper', '  log(1);\n', '      log(1);\n', ['1 -   log(1);', '1 +       log(1);']],
  ['less deep, with a change', '    log(1);\n', '  log(2);\n', ['1 -     log([1]);', '1 +   log([2]);']],
])('white space at the beginning of a line: %s', (_name, old, now, rows) => {
  expect(drawn(diff(old, now))).toEqual(rows);
});

test.each([
  ['a tab', '\tone\n', '\tone two\n', ['1 -     one', '1 +     one[ two]']],
  [
    'a last line without its line break',
    'a\nb',
    'a\nb\n',
    ['1   a', '2 - b', '    no line break at the end', '2 + b'],
  ],
  ['other line ends', 'a\r\nb\r\n', 'a\nb\n', ['    line ends were CRLF, are LF']],
  ['line ends that stay', 'a\r\nb\r\n', 'a\r\nc\r\n', ['1   a', '2 - b', '2 + c']],
  ['binary content', 'a\u0000b', 'a\u0000c', ['    binary content']],
  ['a file that is emptied', 'a\nb\n', '', ['1 - a', '2 - b']],
  ['a new file', null, 'a\n', ['1 + a']],
  ['nothing', 'a', 'a', []],
  ['what would move the cursor', 'a\n', 'a\u001b[2Jb\u202e\n', ['1 - a', '1 + ab']],
])('%s', (_name, oldText, newText, rows) => {
  expect(drawn(diff(oldText, newText))).toEqual(rows);
});

test('of a minified line the beginning is shown', () => {
  const [row = ''] = drawn(diff(null, 'x'.repeat(100_000)));
  expect(row).toMatch(/^1 \+ x{2000}…$/);
});

test('a text of many megabytes is not compared', () => {
  expect(drawn(diff('a\n'.repeat(2_000_000), 'b'))).toEqual([
    '    too large to compare: 4000000 characters before, 1 now',
  ]);
});

test('of a diff that is cut only so many lines are made', () => {
  const lines = diffLines(diff(null, 'x\n'.repeat(50_000)), 20);
  expect(lines).toHaveLength(20);
  expect(rowText(printableRows(lines.slice(0, 1), 80)[0] ?? [])).toBe('    1 + x');
});

test('the numbers go on from the line that a fragment stands on', () => {
  const fragment: Diff = { path: '/w/notes', oldText: 'a\nb\n', newText: 'a\nB\n', line: 99 };
  expect(drawn(fragment)).toEqual([' 99   a', '100 - b', '100 + B']);
});

test('no number is shown where nobody knows on which line a fragment stands', () => {
  const fragment: Diff = { path: '/w/notes', oldText: 'a\nb\n', newText: 'a\nB\n' };
  expect(drawn(fragment)).toEqual(['  a', '- b', '+ B']);
});
