import { expect, test } from 'vitest';
import { printableRows } from '../../../../src/tui/draw/line.ts';
import { rowText } from '../../../../src/tui/draw/span.ts';
import { DEFAULT_KEYMAP } from '../../../../src/tui/keys/create-keymap.ts';
import { type Block, toItems } from '../../../../src/tui/transcript/block.ts';
import { blockLines } from '../../../../src/tui/transcript/block-lines.ts';
import { markdownLines } from '../../../../src/tui/transcript/markdown/markdown-lines.ts';
import { type Piece, splitMessage, UNSPLIT } from '../../../../src/tui/transcript/markdown/split-message.ts';
import { createRandom } from '../../../helpers/random.ts';

/** With room for a whole rule behind the mark of the first line. */
const COLUMNS = 50;
type Random = ReturnType<typeof createRandom>;

/** The message in pieces, as it comes in chunks of random length. */
function inPieces(text: string, random: Random): Piece[] {
  const pieces: Piece[] = [];
  let state = UNSPLIT;
  for (let length = 0; length < text.length; ) {
    length = Math.min(text.length, length + 1 + random.below(random.pick([2, 10, 100, 1000])));
    const split = splitMessage(text.slice(0, length), state, length === text.length);
    pieces.push(...split.pieces);
    state = split.next;
  }
  return pieces;
}

function drawPieces(pieces: readonly Piece[]): string[] {
  const blocks = pieces.map(
    (piece, index): Block => ({ kind: 'message', role: 'agent', piece, first: index === 0 }),
  );
  return toItems(blocks, null).flatMap(({ gap, block }) => {
    const rows = printableRows(blockLines(block, COLUMNS, { now: 0, keymap: DEFAULT_KEYMAP }), COLUMNS).map(
      rowText,
    );
    return gap && rows.length > 0 ? ['', ...rows] : rows;
  });
}

function drawWhole(text: string): string[] {
  const rows = printableRows(markdownLines(text, COLUMNS), COLUMNS).map(rowText);
  return [`● ${rows[0] ?? ''}`, ...rows.slice(1)];
}

function indented(text: string, by: number): string {
  return text.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(by)}`);
}

/** A list as agents write them: tight, loose or both; nested; with code, quotes and paragraphs in it. */
function listText(random: Random, depth: number): string {
  const isOrdered = random.below(2) === 0;
  let number = random.pick([1, 1, 1, 7, 98]);
  const bullet = random.pick(['-', '*', '+']);
  const between = random.pick(['\n', '\n\n']);
  let text = '';
  for (let left = 1 + random.below(5); left > 0; left -= 1) {
    const mark = isOrdered ? `${number}.` : bullet;
    number += random.pick([0, 1, 1]);
    const item = random.pick(['', '[x] ', '']) + inlineText(random) + innerText(random, depth);
    text += `${mark} ${indented(item, mark.length + 1)}${random.below(8) === 0 ? '\n\n' : between}`;
  }
  return text.trimEnd();
}

function innerText(random: Random, depth: number): string {
  switch (random.below(9)) {
    case 0:
      return depth > 0 ? `\n${listText(random, depth - 1)}` : '';
    case 1:
      return depth > 0 ? `\n\n${listText(random, depth - 1)}` : '';
    case 2:
      return '\n\n```ts\nconst a = 1;\n- no item\n\n1. nor this\n```';
    case 3:
      return '\n```\ncode\n```';
    case 4:
      return `\n\n${inlineText(random)}`;
    case 5:
      return `\n> ${inlineText(random)}`;
    case 6:
      return `\n${inlineText(random)}`;
    default:
      return '';
  }
}

function inlineText(random: Random): string {
  return random.pick([
    'one',
    'two **bold** words',
    '`code` and *more*',
    'a [link](https://a.example)',
    '漢字 and 👩‍👩‍👧',
    'a longer line that is wrapped, since it does not fit into the columns',
    '2 - 1',
    'عربى',
  ]);
}

/** HTML and quotes with a blank line behind them, without which they take in what follows. */
function blockText(random: Random): string {
  switch (random.below(12)) {
    case 0:
    case 1:
    case 2:
    case 3:
      return listText(random, 2);
    case 4:
      return `${inlineText(random)}\n${listText(random, 1)}`;
    case 5:
      return `> ${listText(random, 1).replaceAll('\n', '\n> ')}\n`;
    case 6:
      return '```ts\nconst a = 1;\n\n- b\n```';
    case 7:
      return '| a | b |\n|---|--:|\n| 1 | 2 |';
    case 8:
      return `${inlineText(random)}\n---`;
    case 9:
      return random.pick(['<div>\n- html\n</div>\n', '<details>\n', '---', '# Heading', '***']);
    case 10:
      return '    indented\n\n    code';
    default:
      return `${inlineText(random)}\n${inlineText(random)}`;
  }
}

test('a message that is drawn piece by piece looks as if it was drawn whole', () => {
  for (let seed = 1; seed <= 1000; seed += 1) {
    const random = createRandom(seed);
    const blocks = Array.from({ length: 1 + random.below(5) }, () => blockText(random));
    const text = ['First', ...blocks].join(random.pick(['\n\n', '\n\n', '\n\n\n', '\n']));
    const drawn = drawPieces(inPieces(text, random));
    expect(drawn, `seed ${seed}:\n${text}\n`).toEqual(drawWhole(text));
  }
});
