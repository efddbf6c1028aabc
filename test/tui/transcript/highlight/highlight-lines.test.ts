import { beforeAll, describe, expect, test } from 'vitest';
import type { Row } from '../../../../src/tui/draw/span.ts';
import { rowText } from '../../../../src/tui/draw/span.ts';
import {
  beginHighlight,
  highlightLines,
  highlightMore,
  loadTokenizer,
} from '../../../../src/tui/transcript/highlight/highlight-lines.ts';
import { languageOfFence, languageOfPath } from '../../../../src/tui/transcript/highlight/language-of.ts';

/** A row in short: `keyword:const`, plain text as it is. */
const short = (row: Row) => row.map(({ text, styles }) => [...styles, text].join(':'));
const styled = (text: string, language: string | null) =>
  highlightLines(text.split('\n'), language).map(short);

/** Line by line, as code that is streamed. */
function streamed(text: string, language: string): string[][] {
  let state = beginHighlight(language);
  return text.split('\n').map((line) => {
    const { rows, next } = highlightMore([line], state);
    state = next;
    return rows.flatMap(short);
  });
}

test('until the grammars are there code is plain', () => {
  expect(styled('const a = 1;', 'ts')).toEqual([['const a = 1;']]);
});

/** Code of each language, and a part of it with its colour. */
const PARTS = [
  ['bash', 'if true; then', 'keyword:if'],
  ['sh', 'echo "a"', 'string:"a"'],
  ['c', 'return 1;', 'keyword:return'],
  ['cpp', 'class A {};', 'keyword:class'],
  ['cs', 'public int A;', 'keyword:public'],
  ['css', 'a { color: red }', 'attribute:color'],
  ['diff', '+new', 'added:+new'],
  ['dockerfile', 'FROM node', 'keyword:FROM'],
  ['go', 'func main() {}', 'keyword:func'],
  ['graphql', 'query A { b }', 'keyword:query'],
  ['html', '<a href="b">', 'callable:a'],
  ['ini', 'a=1', 'attribute:a'],
  ['java', 'class A {}', 'keyword:class'],
  ['js', 'let a', 'keyword:let'],
  ['json', '{"a": 1}', 'attribute:"a"'],
  ['kotlin', 'fun a() {}', 'keyword:fun'],
  ['lua', 'local a', 'keyword:local'],
  ['makefile', 'all: a', 'callable:all: a'],
  ['markdown', '# Title', 'callable:# Title'],
  ['php', '<?php echo 1;', 'keyword:echo'],
  ['powershell', 'if (1) {}', 'keyword:if'],
  ['py', 'def a():', 'keyword:def'],
  ['ruby', 'def a', 'keyword:def'],
  ['rust', 'fn a() {}', 'keyword:fn'],
  ['console', '$ ls', 'meta:$ '],
  ['sql', 'select 1', 'keyword:select'],
  ['swift', 'let a = 1', 'keyword:let'],
  ['toml', '[a]', 'callable:[a]'],
  ['tsx', 'const a = <b>c</b>;', 'callable:b'],
  ['xml', '<!-- a -->', 'comment:<!-- a -->'],
  ['yaml', 'a: 1', 'attribute:a:'],
] as const;

/** Code in which something goes on from line to line. */
const SAMPLES = {
  ts: 'const a = `one\n  ${b} two\nthree`;\n/* a\n   b */ let c;\nclass A {\n  get x() { return "y"; }\n}',
  py: 'def f(\n  a,\n):\n  """What it\n  does."""\n  return f"{a}"',
  html: '<script>\n  let a = 1; // b\n</script>\n<p class="x"\n   id="y">text</p>',
  rust: 'let a = "one\ntwo";\nfn main() {}',
  css: '.a {\n  /* b\n  */ color: red;\n}',
};

describe('with its grammars', () => {
  beforeAll(loadTokenizer);

  test('code has colours', () => {
    expect(styled('const a = "x"; // why', 'ts')).toEqual([
      ['keyword:const', ' a = ', 'string:"x"', '; ', 'comment:// why'],
    ]);
  });

  test.each(PARTS)('%s', (language, code, part) => {
    expect(styled(code, language).flat()).toContain(part);
  });

  test('a language that nobody knows is plain', () => {
    expect(styled('const a', 'klingon')).toEqual([['const a']]);
    expect(styled('const a', null)).toEqual([['const a']]);
    expect(styled('const a', '__proto__')).toEqual([['const a']]);
  });

  test.each(Object.entries(SAMPLES))('%s has the same colours line by line', (language, code) => {
    expect(streamed(code, language)).toEqual(styled(code, language));
  });

  test('a comment longer than what is remembered stays one', () => {
    const code = `/*\n${'  const a = 1;\n'.repeat(1000)}*/\nconst a = 1;`;
    const rows = streamed(code, 'ts');
    expect(rows[900]).toEqual(['comment:  const a = 1;']);
    expect(rows.at(-1)).toEqual(['keyword:const', ' a = ', 'number:1', ';']);
  });

  test('no text is lost or changed', () => {
    const code = 'const a = "漢字 👩‍👩‍👧";\n\n\tif (a) {\r\n  // \u001b[31mred\u202e\n}';
    expect(highlightLines(code.split('\n'), 'ts').map(rowText)).toEqual([
      'const a = "漢字 👩‍👩‍👧";',
      '',
      '    if (a) {',
      '  // red',
      '}',
    ]);
  });
});

describe('what is too much', () => {
  beforeAll(loadTokenizer);

  test('lines that nobody reads are plain, and those behind them are not', () => {
    const long = `const a = "${'x'.repeat(1_000_000)}";`;
    const rows = highlightLines(['const a;', long, 'const b;'], 'ts');
    expect(rows.map((row) => row.length)).toEqual([2, 1, 2]);
  });

  test('a hundred thousand lines cost what a few cost', () => {
    const code = Array.from({ length: 100_000 }, () => 'const a = "x"; // why');
    const rows = highlightLines(code, 'ts');
    expect(rows).toHaveLength(100_000);
    expect(rows[0]?.length).toBeGreaterThan(1);
    expect(rows.at(-1)).toHaveLength(1);
  });

  test('hostile code is given up instead of waited for', () => {
    const rows = highlightLines(
      Array.from({ length: 160 }, () => 'function '.repeat(44)),
      'csharp',
    );
    expect(rows).toHaveLength(160);
    expect(rows.map(rowText).join('')).toBe('function '.repeat(44 * 160));
  });
});

test.each([
  ['src/app.tsx', 'tsx'],
  ['C:\\work\\a.PY', 'py'],
  ['Dockerfile', 'dockerfile'],
  ['sub/Makefile', 'makefile'],
  ['.env', 'ini'],
  ['a.test.mjs', 'mjs'],
  ['App.vue', 'xml'],
  ['LICENSE', null],
  ['.gitignore', null],
  ['', null],
])('the language of %s is %s', (path, language) => {
  expect(languageOfPath(path)).toBe(language);
});

test.each([
  ['```ts', 'ts'],
  ['```TypeScript title="a"', 'typescript'],
  ['~~~ python', 'python'],
  ['```{.rust .numbered}', 'rust'],
  ['```js{1,3}', 'js'],
  ['```c++', 'c++'],
  ['```', null],
])('%s is in %s', (opening, language) => {
  expect(languageOfFence(opening)).toBe(language);
});

describe('what is drawn again and again', () => {
  beforeAll(loadTokenizer);

  test('is highlighted once, and anew when it has changed', () => {
    const [row] = highlightLines(['const again = 1;'], 'ts');
    expect(highlightLines(['const again = 1;'], 'ts')[0]).toBe(row);
    expect(highlightLines(['const again = 1;'], 'rust')[0]).not.toBe(row);
    expect(highlightLines(['const again = 2;'], 'ts').map(short)).toEqual([
      ['keyword:const', ' again = ', 'number:2', ';'],
    ]);
  });

  test('is only kept as long as it is little', () => {
    const [row] = highlightLines(['const early = 1;'], 'ts');
    for (let index = 0; index < 20; index += 1)
      highlightLines(
        Array.from({ length: 100 }, () => `/* ${index} */ ${' '.repeat(380)}`),
        'ts',
      );
    expect(highlightLines(['const early = 1;'], 'ts')[0]).not.toBe(row);
  });
});
