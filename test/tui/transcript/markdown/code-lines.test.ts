import { expect, test } from 'vitest';
import { printableRows } from '../../../../src/tui/draw/line.ts';
import { rowText } from '../../../../src/tui/draw/span.ts';
import { loadTokenizer } from '../../../../src/tui/transcript/highlight/highlight-lines.ts';
import { codeLines } from '../../../../src/tui/transcript/markdown/code-lines.ts';
import { markdownLines } from '../../../../src/tui/transcript/markdown/markdown-lines.ts';
import {
  type CodePiece,
  splitMessage,
  UNSPLIT,
} from '../../../../src/tui/transcript/markdown/split-message.ts';

const FENCE = '```ts\n/* one\n const two = 2; */\nconst three = `a\n  b`;\nconst four = 4;\n```\n';

/** The pieces that are finished when the text comes in chunks of this many characters. */
function piecesOf(text: string, chunk: number): CodePiece[] {
  let state = UNSPLIT;
  const pieces: CodePiece[] = [];
  for (let length = chunk; length < text.length + chunk; length += chunk) {
    const split = splitMessage(text.slice(0, length), state, false);
    pieces.push(...split.pieces.filter((piece) => piece.kind === 'code'));
    state = split.next;
  }
  return pieces;
}

const drawn = (pieces: readonly CodePiece[]) => pieces.flatMap(codeLines).map(({ spans }) => spans);

test('before the grammars are there code is plain, and it has colours from then on', async () => {
  const pieces = piecesOf(FENCE, 1);
  expect(
    drawn(pieces.slice(0, 3))
      .flat()
      .every(({ styles }) => styles.join() === 'dim' || styles.length === 0),
  ).toBe(true);
  await loadTokenizer();
  expect(
    drawn(pieces.slice(3))
      .flat()
      .some(({ styles }) => styles.includes('string')),
  ).toBe(true);
});

test('a fence has the same colours however it comes, and whichever of its lines is drawn first', async () => {
  await loadTokenizer();
  const whole = drawn(piecesOf(FENCE, 1000));
  expect(whole.flat().filter(({ styles }) => styles.includes('comment'))).toHaveLength(2);
  for (const chunk of [1, 3, 10]) {
    expect(drawn(piecesOf(FENCE, chunk))).toEqual(whole);
    const backwards = piecesOf(FENCE, chunk).toReversed();
    expect(
      backwards
        .map((piece) => drawn([piece]))
        .toReversed()
        .flat(),
    ).toEqual(whole);
  }
});

test('a fence of very many lines is drawn from its end without being gone through by calls', async () => {
  await loadTokenizer();
  const text = `\`\`\`ts\n${'let a;\n'.repeat(20_000)}`;
  let state = UNSPLIT;
  let last: CodePiece | null = null;
  for (let length = 6; length <= text.length; length += 7) {
    const split = splitMessage(text.slice(0, length), state, false);
    state = split.next;
    for (const piece of split.pieces) if (piece.kind === 'code') last = piece;
  }
  expect(last === null ? [] : drawn([last]).map(rowText)).toEqual(['let a;']);
});

test('code can be copied: nothing before a line, nothing behind it, and none is cut', () => {
  const long = `const a = "${'x'.repeat(100)}";`;
  const rows = printableRows(markdownLines(`\`\`\`ts\n  if (b)\n${long}\n\n\`\`\``, 40), 40).map(rowText);
  expect(rows).toEqual(['```ts', '  if (b)', long, '', '```']);
});
