import xterm from '@xterm/headless';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { fittingLength, roomFor } from '../../../src/tui/draw/graphemes.ts';
import { fitRow, indentLines, line, verbatimLine, wrapLines } from '../../../src/tui/draw/line.ts';
import { rowText, span } from '../../../src/tui/draw/span.ts';
import { markdownLines } from '../../../src/tui/transcript/markdown/markdown-lines.ts';
import { createRandom } from '../../helpers/random.ts';

/** Whatever makes the width of a text hard to tell. */
const PIECES = [
  ...'a|word|some words|  |漢字|ｱﾞ|｡|e\u0301|a\u0300\u0301\u0302|\t|─|…|ﷺ|𝔘'.split('|'),
  ...'😀|👍🏽|👩‍👩‍👧|👨🏻‍🦰|🏳️‍🌈|🇩🇪|🇩🇪🇫🇷|🇩|🏴󠁧󠁢󠁥󠁮󠁧󠁿|❤️|❤|1️⃣|⚠️|⚠︎|🏽|♀️'.split('|'),
  ...'क्ष|நி|กำ|각|ᄀ|ᅡ|שלום|مرحبا 123|לֹא|ཧཱུྃ'.split('|'),
  ...'\u200b|\u200d|\ufe0f|\u202eabc|\u2066x\u2069|\u200f|\u00ad|\u3164|\ufeff|\u2028|\u0000|\u001b[31m|\u001b|\u0007|\r|\b'.split(
    '|',
  ),
];

type Emulator = InstanceType<typeof xterm.Terminal>;

/** As terminals count that know the emoji, but draw each of their parts. */
function countByCodePoint(emulator: Emulator): void {
  const wcwidth = (code: number) => {
    const character = String.fromCodePoint(code);
    return (code < 32 || (code >= 127 && code < 160) ? 0 : stringWidth(character)) as 0 | 1 | 2;
  };
  emulator.unicode.register({
    version: 'parts',
    wcwidth,
    // The width in bits 1 and 2; bit 0 says that the character joins the one before, which keeps its own width.
    charProperties: (code, before) => {
      const own = wcwidth(code);
      const joined = own === 0 ? (before >> 1) & 3 : 0;
      return joined > 0 ? (joined << 1) | 1 : own << 1;
    },
  });
  emulator.unicode.activeVersion = 'parts';
}

/** In how many rows of this many columns an emulator shows each of the texts. */
async function heights(
  texts: readonly string[],
  columns: number,
  prepare: (emulator: Emulator) => void,
): Promise<number[]> {
  const emulator = new xterm.Terminal({
    cols: columns,
    rows: 8,
    convertEol: true,
    scrollback: 20_000,
    allowProposedApi: true,
  });
  prepare(emulator);
  await new Promise<void>((resolve) => emulator.write(`${texts.join('\n')}\n`, resolve));
  const { active } = emulator.buffer;
  const found: number[] = [];
  for (let row = 0; row < active.baseY + active.cursorY; row += 1) {
    if (active.getLine(row)?.isWrapped === true) found.push((found.pop() ?? 0) + 1);
    else found.push(1);
  }
  emulator.dispose();
  return found;
}

const EMULATORS = [
  ['xterm’s own', () => {}],
  ['each character for itself', countByCodePoint],
] as const;

describe.each(EMULATORS)(
  'no row is wider than the terminal, as widths are counted by %s',
  (_name, prepare) => {
    const { below, pick } = createRandom(7);
    const randomText = () => Array.from({ length: 1 + below(30) }, () => pick(PIECES)).join('');

    /** The rows that the emulator shows in more than one. */
    async function tooWide(rows: readonly string[], columns: number): Promise<string[]> {
      const found = await heights(rows, columns, prepare);
      expect(found).toHaveLength(rows.length);
      return rows.filter((_row, index) => found[index] !== 1);
    }

    // A character may need more columns than a very narrow terminal has.
    test.each([12, 13, 20, 40, 79])('wrapped to %i columns', async (columns) => {
      const texts = Array.from({ length: 60 }, randomText);
      const lines = texts.flatMap((text) => [
        line(span(text)),
        ...indentLines([verbatimLine(span(text))], [span('● ')], [span('  ')]),
      ]);
      expect(await tooWide(wrapLines(lines, columns).map(rowText), columns)).toEqual([]);
    });

    test.each([12, 40, 79])('cut to %i columns', async (columns) => {
      const rows = Array.from({ length: 100 }, () =>
        fitRow([span(randomText()), span(randomText())], columns),
      );
      expect(await tooWide(rows.map(rowText), columns)).toEqual([]);
    });

    test.each([20, 40, 79])('as Markdown in %i columns', async (columns) => {
      const cell = () => randomText().replaceAll(/[|\n\r]/g, '');
      const texts = Array.from(
        { length: 30 },
        () => `> - ${cell()}\n\n| ${cell()} | ${cell()} |\n|---|---|\n| ${cell()} | ${cell()} |`,
      );
      const rows = texts.flatMap((text) => wrapLines(markdownLines(text, columns), columns));
      expect(await tooWide(rows.map(rowText), columns)).toEqual([]);
    });
  },
);

test('a text takes the room of the terminal that needs most', () => {
  expect(['a', '漢', 'e\u0301', '❤️', '🇩🇪', '👍🏽', '👩‍👩‍👧'].map(roomFor)).toEqual([1, 2, 1, 2, 2, 4, 6]);
  expect(fittingLength('a👩‍👩‍👧b', 6)).toBe(1);
});
