import { expect, test } from 'vitest';
import { revealLine, revealText } from '../../../src/core/text/reveal-text.ts';
import { rowText, span } from '../../../src/tui/draw/span.ts';
import { createRandom } from '../../helpers/random.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';

const ESC = '\u001b';

test.each([
  [
    'an escape sequence and what it would swallow',
    `echo ${ESC}]; rm -rf ~\u0007`,
    'echo \\u{1b}]; rm -rf ~\\u{7}',
  ],
  ['a carriage return', 'rm x\rls', 'rm x\\u{d}ls'],
  ['line breaks that a terminal does not know', 'a\u0085b\u2028c\u2029d', 'a\\u{85}b\\u{2028}c\\u{2029}d'],
  ['an override of the direction', 'a\u202eb', 'a\\u{202e}b'],
  ['a blank that is none', 'ls\u00a0-la\u3000x', 'ls\\u{a0}-la\\u{3000}x'],
  ['tags', 'a\u{e0041}', 'a\\u{e0041}'],
  [
    'letters that are drawn blank',
    'a\u2800b\u3164c\u115fd\u1160e\uffa0f',
    'a\\u{2800}b\\u{3164}c\\u{115f}d\\u{1160}e\\u{ffa0}f',
  ],
  [
    'joiners and selectors outside of emoji',
    '日\u200d本\ufe0f語\u{e0100}',
    '日\\u{200d}本\\u{fe0f}語\\u{e0100}',
  ],
  ['letters of a font of its own', 'a\ue0a0b\u{f0000}', 'a\\u{e0a0}b\\u{f0000}'],
  ['half a character', 'a\ud800b', 'a\\u{d800}b'],
  ['a letter that is written in two ways', 'cafe\u0301 caf\u00e9 \u212a', 'cafe\\u{301} café \\u{212a}'],
  ['a pile of marks', 'א\u05b0\u05b0\u05b0\u05b0', 'א\u05b0\u05b0\u05b0\\u{5b0}'],
  ['a Cyrillic letter in a Latin word', '/bin/b\u0430sh', '/bin/b\\u{430}sh'],
  ['a blank at the end of a line', 'a \nb\t\nc \\ ', 'a\\u{20}\nb\\u{9}\nc \\\\u{20}'],
  ['a tab that indents nothing', 'a\tb', 'a\\u{9}b'],
  ['tabs where others indent by blanks', '\ta\n b', '\\u{9}a\n b'],
  [
    'tabs that indent lines behind a blank at the end of one, and only those',
    'a \n\tb\n\tc\td',
    'a\\u{20}\n\tb\n\tc\\u{9}d',
  ],
  ['what is written like it', 'a\\u{1b}', 'a\\u{5c}u{1b}'],
  [
    'a plain text as it is',
    'naïve 👨‍👩‍👧 ❤️ 👍🏽 🇩🇪 שלום 日本 한국어\n\tb',
    'naïve 👨‍👩‍👧 ❤️ 👍🏽 🇩🇪 שלום 日本 한국어\n\tb',
  ],
])('who decides sees %s', (_, text, revealed) => {
  expect(revealText(text)).toBe(revealed);
});

test.each([
  ['ls\n  rm x', 'ls ⏎   rm x'],
  ['ls\n\n\nrm x\n', 'ls ⏎×3 rm x ⏎ '],
  ['ls          ; rm x', 'ls\\u{20×10}; rm x'],
  ['ls  ⏎', 'ls  \\u{23ce}'],
  ['\u00a0ls\u00a0', '\\u{a0}ls\\u{a0}'],
  ['', ''],
])('on one line %j is shown as %j', (text, line) => {
  expect(revealLine(text)).toBe(line);
});

const PIECES = [
  ...Array.from('ab;/-$\\u{}19 \t\n\r⏎×"  '),
  0x1b,
  0x7,
  0x9d,
  0x9b,
  0x85,
  0x2028,
  0x2029,
  0x0,
  0x7f,
  0xa0,
  0x2003,
  0x3000,
  0xad,
  0x34f,
  0x61c,
  0x180e,

  0x2800,
  0x3164,
  0x115f,
  0x1160,
  0x1100,
  0xac00,
  0x11a8,
  0xffa0,
  0xfeff,
  0xfe0f,
  0xfe00,
  0xe0041,
  0xe007f,

  0xe0100,
  0x200b,
  0x200c,
  0x200d,
  0x200e,
  0x202a,
  0x202e,
  0x2060,
  0x2064,
  0x2066,
  0x2069,
  0xe000,
  0x10ffff,

  0x300,
  0x301,
  0x323,
  0x308,
  0xe9,
  0x65,
  0x430,
  0x43e,
  0x3bf,
  0x37e,
  0x212a,
  0x915,
  0x93c,
  0x958,
  0x5e9,
  0x5c1,

  0x20e3,
  0x23,
  0x1f468,
  0x1f469,
  0x2764,
  0x1f3fd,
  0x1f1e9,
  0x1f1ea,
  0xd800,
  0xdc00,
  0xfffd,
  0xfffc,
  0x338,

  `${ESC}]0;`,
  `${ESC}[31m`,
  '\\u{1b}',
  '\r\n',
  '👨\u200d👩\u200d👧',
  '❤\ufe0f',
  '1\ufe0f\u20e3',
  '    ',
].map((piece) => (typeof piece === 'number' ? String.fromCodePoint(piece) : piece));

/** What a revealed text stands for. */
function decode(revealed: string): string {
  return revealed.replace(/\\u\{([0-9a-f]+)\}/g, (_, digits: string) =>
    String.fromCodePoint(Number.parseInt(digits, 16)),
  );
}

function decodeLine(revealed: string): string {
  const blanks = revealed.replace(/\\u\{20×(\d+)\}/g, (_, count: string) => ' '.repeat(Number(count)));
  return decode(blanks.replace(/ ⏎(?:×(\d+))? /g, (_, count = '1') => '\n'.repeat(Number(count))));
}

const SEED = Number(process.env['SIMSE_TEST_SEED'] ?? 20261122);

test(`no two texts look alike, and nothing of one is lost on the way to the terminal (seed ${SEED})`, () => {
  const { below, pick } = createRandom(SEED);
  for (let round = 0; round < 5000; round += 1) {
    const text = Array.from({ length: 1 + below(12) }, () => pick(PIECES)).join('');
    const whole = revealText(text);
    expect(decode(whole)).toBe(text);
    expect(whole).not.toMatch(/(?![\n\t])[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}]|(?! )\p{Zs}|[\t ]$/mu);
    expect(whole.normalize('NFC')).toBe(whole);
    const line = revealLine(text);
    expect(decodeLine(line)).toBe(text);
    for (const part of [line, ...whole.split('\n')])
      expect(rowText([span(part)])).toBe(part.replaceAll('\t', '    '));
  }
});

test('no character of any kind is drawn as nothing', () => {
  for (let first = 0; first < 0x11_0000; first += 0x400) {
    const codes = Array.from({ length: 0x400 }, (_, index) => first + index).filter(
      (code) => code !== 0x9 && code !== 0xa,
    );
    const shown = revealText(codes.map((code) => `日${String.fromCodePoint(code)}日`).join('|'));
    expect(/[\p{Default_Ignorable_Code_Point}\p{C}\u2800]/u.exec(shown)).toBe(null);
    expect(rowText([span(shown)])).toBe(shown);
  }
});

test.each(
  [
    '\u001b[',
    '\u001b]',
    '\u009d\n',
    '\r',
    '\u200d',
    ' \n',
    '  ',
    '\t',
    '\u0301',
    'и\u0301',
    'aи',
    '👩\u200d',
    '\\u{',
    '⏎',
  ].map((piece) => ({ piece, title: JSON.stringify(piece) })),
)('1 MB of $title is revealed at once', ({ piece }) => {
  const text = `${piece.repeat(1_000_000 / piece.length)}x`;
  const cpuMs = watchCpu();
  for (const reveal of [revealText, revealLine]) reveal(text);
  expect(cpuMs()).toBeLessThan(4000);
});
