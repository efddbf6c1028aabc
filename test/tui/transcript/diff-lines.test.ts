import { expect, test } from 'vitest';
import type { Diff } from '../../../src/core/tool-call.ts';
import { printableRows, wrapEnds } from '../../../src/tui/draw/line.ts';
import { rowText } from '../../../src/tui/draw/span.ts';
import { diffLines } from '../../../src/tui/transcript/diff-lines.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';

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
    ['1   a', '2 - b', '    no newline at the end', '2 + b'],
  ],
  ['other line ends', 'a\r\nb\r\n', 'a\nb\n', ['    line endings changed from CRLF to LF']],
  ['line ends that stay', 'a\r\nb\r\n', 'a\r\nc\r\n', ['1   a', '2 - b', '2 + c']],
  ['binary content', 'a\u0000b', 'a\u0000c', ['1 - a\\u{0}[b]', '1 + a\\u{0}[c]']],
  ['a return in some of the lines', 'a\nb\n', 'a\r\nb\n', ['1 - a', '1 + a\\u{d}', '2   b']],
  ['a file that is emptied', 'a\nb\n', '', ['1 - a', '2 - b']],
  ['a new file', null, 'a\n', ['1 + a']],
  ['nothing', 'a', 'a', []],
  ['what would move the cursor', 'a\n', 'a\u001b[2Jb\u202e\n', ['1 - a', '1 + a\\u{1b}[2Jb\\u{202e}']],
])('%s', (_name, oldText, newText, rows) => {
  expect(drawn(diff(oldText, newText))).toEqual(rows);
});

test.each([
  [
    'an escape sequence',
    'npm run build\u001b]; touch x; : \u0007',
    'npm run build\\u{1b}]; touch x; : \\u{7}',
  ],
  ['a lone return', 'npm run build; touch x\rnpm run build', 'npm run build; touch x\\u{d}npm run build'],
  ['line breaks of Unicode', 'a\u2028b\u2029c\u0085d', 'a\\u{2028}b\\u{2029}c\\u{85}d'],
  ['blank letters', 'a\u2800\u3164; touch x', 'a\\u{2800}\\u{3164}; touch x'],
  ['tabs among lines indented by blanks', '\ta\n  b', '\\u{9}a'],
])('code behind %s is shown', (_name, text, shown) => {
  for (const path of ['/w/notes', '/w/a.ts', '/w/package.json'])
    expect(drawn({ ...diff(null, text), path })[0]).toBe(`1 + ${shown}`);
});

test('a minified line is shown whole', () => {
  const rows = drawn(diff(null, `${'x'.repeat(99_999)}y\nz`));
  expect(rows.slice(0, 2)).toEqual([`1 + ${'x'.repeat(10_000)}`, `    ${'x'.repeat(10_000)}`]);
  expect(rows.slice(-2)).toEqual([`    ${'x'.repeat(9_999)}y`, '2 + z']);
});

test('a card shows the beginning of a minified line, and how much it leaves out', () => {
  const [row] = diffLines(diff(null, 'x'.repeat(9_000)), { lines: 20, chars: 2000 });
  expect(rowText(row?.spans ?? [])).toBe(`${'x'.repeat(2000)}… 7000 more characters`);
});

test('of what replaces a file too large to be shown that is said', () => {
  expect(drawn({ ...diff('', 'a\n'), oldBytes: 80_000_000 })).toEqual([
    '    replaces 80.0 MB (too large to show)',
    '1 + a',
  ]);
});

test('of a text of many megabytes only the change is shown, with what stands around it', () => {
  const lines = Array.from({ length: 300_000 }, (_, index) => `line ${index + 1}`);
  const old = `${lines.join('\n')}\n`;
  expect(drawn(diff(old, old.replace('line 200000\n', 'changed\n')))).toEqual([
    '199997   line 199997',
    '199998   line 199998',
    '199999   line 199999',
    '200000 - line 200000',
    '200000 + changed',
    '200001   line 200001',
    '200002   line 200002',
    '200003   line 200003',
  ]);
});

test('a text of many megabytes that is replaced is shown, and made as it is looked at', () => {
  const cpuMs = watchCpu();
  const lines = diffLines(diff('\u001b[31ma\n'.repeat(300_000), 'b\n'.repeat(300_000)));
  expect(lines).toHaveLength(600_000);
  expect(rowText(lines[299_999]?.spans ?? [])).toBe('\\u{1b}[31ma');
  expect(rowText(lines[300_000]?.spans ?? [])).toBe('b');
  const ends = wrapEnds(lines, 80, 100);
  const rows = ends.rows.map(rowText);
  expect([ends.leftOut, rows.length, rows[50], rows.at(-1)]).toEqual([
    599_900,
    101,
    '… 599900 more lines not shown here',
    expect.stringMatching(/^ *300000 \+ b$/),
  ]);
  expect(cpuMs()).toBeLessThan(4000);
});

test('of a diff that is cut only so many lines are made', () => {
  const lines = diffLines(diff(null, 'x\n'.repeat(50_000)), { lines: 20 });
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
