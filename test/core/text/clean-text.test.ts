import { expect, test } from 'vitest';
import { cleanLine, cleanText } from '../../../src/core/text/clean-text.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';

const ESC = '\u001b';

test.each([
  ['a colour', `a${ESC}[31mb${ESC}[0mc`, 'abc'],
  ['a colour with subparameters', `a${ESC}[38:2::1:2:3mb`, 'ab'],
  ['a private mode', `a${ESC}[?1049hb`, 'ab'],
  ['a sequence with intermediates', `a${ESC}[!p${ESC}[1 qb`, 'ab'],
  ['an 8-bit sequence', 'a\u009b31mb', 'ab'],
  ['a sequence that is cut short', `a${ESC}[31`, 'a'],
  ['a sequence cut short by another', `a${ESC}[3${ESC}[1mb`, 'ab'],
  ['a window title', `a${ESC}]0;evil\u0007b`, 'ab'],
  ['a window title ended by ST', `a${ESC}]0;evil${ESC}\\b`, 'ab'],
  ['a window title ended by 8-bit ST', `a${ESC}]0;evil\u009cb`, 'ab'],
  ['an 8-bit window title', 'a\u009d0;evil\u0007b', 'ab'],
  ['a copy to the clipboard', `a${ESC}]52;c;ZXZpbA==\u0007b`, 'ab'],
  ['a link', `${ESC}]8;;https://evil${ESC}\\text${ESC}]8;;${ESC}\\`, 'text'],
  ['a device control string', `a${ESC}P$q"p${ESC}\\b`, 'ab'],
  ['an application command', `a${ESC}_Gi=1;AAAA${ESC}\\b`, 'ab'],
  ['a privacy message', `a${ESC}^evil${ESC}\\b`, 'ab'],
  ['a start of string', `a${ESC}Xevil${ESC}\\b`, 'ab'],
  ['8-bit strings', 'a\u0090x\u009cb\u0098x\u009cc\u009ex\u009cd\u009fx\u009ce', 'abcde'],
  ['a string without an end, as far as its line', `a${ESC}]0;evil\nb`, 'a\nb'],
  ['a reset', `a${ESC}cb`, 'ab'],
  ['a character set', `a${ESC}(0b`, 'ab'],
  ['a lone escape', `a${ESC}`, 'a'],
  ['an escape before an escape', `a${ESC}${ESC}[31mb`, 'ab'],
  ['what would be a sequence after cleaning', `a${ESC}${ESC}[0m[31mb`, 'a[31mb'],
  ['control characters', 'a\u0000\u0007\u0008\u000e\u001f\u007fb', 'ab'],
  ['8-bit control characters', 'a\u0080\u0084\u0099b', 'ab'],
  ['an override of the direction', 'a\u202eb\u202cc', 'abc'],
  ['isolates and marks of the direction', 'a\u2066b\u2069\u200e\u200f\u061cc', 'abc'],
  ['zero-width blanks', 'a\u200bb\u2060c\ufeffd', 'abcd'],
  ['soft hyphens and fillers', 'a\u00adb\u034fc\u3164d\u115fe\uffa0f\u180eg', 'abcdefg'],
  ['annotations', 'a\ufff9b\ufffac\ufffbd', 'abcd'],
  ['joiners between Latin letters', 'a\u200db\u200cc', 'abc'],
  ['selectors after Latin letters', 'a\ufe0fb\ufe01c\u{e0100}d', 'abcd'],
  [
    'joiners and selectors in a row',
    '日\u200d\u200d\u200d本\ufe0f\ufe0f\ufe0f\ufe0f',
    '日\u200d本\ufe0f\ufe0f',
  ],
  ['tags', 'a\u{e0041}\u{e0042}b', 'ab'],
  [
    'the tags of a flag, which becomes a black one',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '🏴',
  ],
])('%s does not reach the terminal', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test.each(
  [
    'plain text',
    'a\tb\n\nc',
    'naïve café – “quotes” €',
    'שלום עולם',
    'مرحبا بالعالم',
    'می\u200cخواهم',
    'क्\u200dष',
    '日本語 한국어',
    '👨‍👩‍👧 🏳️‍🌈 ❤️‍🔥 👍🏽 🇩🇪',
    '\u200d👧 at the beginning of a chunk',
    'e\u0301 o\u0308',
    '│ ─ ╭ █ ✓',
    'C:\\temp\\[31m',
  ].map((text) => ({ text })),
)('"$text" is left as it is', ({ text }) => {
  expect(cleanText(text)).toBe(text);
});

test.each([
  ['a\r\nb\rc', 'a\nb\nc'],
  ['a\u2028b\u2029c\u0085d\u000be\u000cf', 'a\nb\nc\nd\ne\nf'],
])('every line break of %j becomes a plain one', (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test('one line is one line', () => {
  expect(cleanLine('  a\r\n\tb \u2028 c\u001b[31m  \u00a0d ')).toBe('a b c d');
});

test('no character of any kind gets through that could move the cursor or hide', () => {
  let all = '';
  for (let code = 0; code < 0x3_0000; code += 1) {
    if (code < 0xd800 || code > 0xdfff) all += `${String.fromCodePoint(code)}x`;
  }
  const clean = cleanText(all);
  expect(clean.replace(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
  expect(clean.replace(/[\u200c-\u200d]|[\ufe0e-\ufe0f]/g, '')).not.toMatch(
    /\p{Default_Ignorable_Code_Point}/u,
  );
  expect(cleanText(clean)).toBe(clean);
});

test.each(
  [
    '\u001b[',
    '\u001b]',
    '\u009d',
    '\u009d\n',
    '\u001bP\u001b',
    '\u001b[0;',
    '\u001b ',
    '\u001b',
    '\r',
    '\u200d',
    ' \n',
    '  ',
  ].map((piece) => ({ piece, title: JSON.stringify(piece) })),
)('1 MB of $title is cleaned at once', ({ piece }) => {
  const text = `${piece.repeat(1_000_000 / piece.length)}x`;
  const cpuMs = watchCpu();
  for (const clean of [cleanText, cleanLine]) clean(text);
  expect(cpuMs()).toBeLessThan(3000);
});
