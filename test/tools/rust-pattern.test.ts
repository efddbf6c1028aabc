import { expect, test } from 'vitest';
import { toRustPattern } from '../../src/tools/rust-pattern.ts';

test.each<[RegExp, string]>([
  [/emptyCart/, 'emptyCart'],
  [/^import .* from$/, '^import .* from$'],
  [/foo\(\)|bar\.baz/, 'foo\\(\\)|bar\\.baz'],
  [/\bword\b/, '(?-u:\\b)word(?-u:\\b)'],
  [/\w+\s*=\s*\d{2,4}/, '[0-9A-Za-z_]+[\\s\\x{FEFF}]*=[\\s\\x{FEFF}]*[0-9]{2,4}'],
  [/(?:a|b)(c)/, '(?:a|b)(c)'],
  [/[a-z_$&]+?/, '[a-z_\\$\\&]+?'],
  [/[^\d.]/, '[^0-9\\.]'],
  [/src\/core/, 'src/core'],
  [/function f\(\) {}/, 'function f\\(\\) \\{\\}'],
  [/x{,3}/, 'x\\{,3\\}'],
  [/a]/, 'a\\]'],
  [/🙂+/, '🙂+'],
])('%s is read alike by ripgrep, as %s', (regex, rust) => {
  expect(toRustPattern(regex)).toBe(rust);
});

test.each([
  /(?=a)b/,
  /(?<!a)b/,
  /(?<name>a)/,
  /(a)\1/,
  /\u0041/,
  /\x41/,
  /\n/,
  /[\n]/,
  /[^]/,
  new RegExp('[]'),
  /[\W]/,
  /[+--]/,
])('%s is left to the search that is built in', (regex) => {
  expect(toRustPattern(regex)).toBeNull();
});
