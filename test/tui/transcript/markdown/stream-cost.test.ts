import { expect, test } from 'vitest';
import { settlePieces } from '../../../../src/tui/transcript/markdown/settle-tail.ts';
import { splitMessage, UNSPLIT } from '../../../../src/tui/transcript/markdown/split-message.ts';

const PARAGRAPH = 'Some words of a paragraph, with **bold** ones and `code`, that is not very short.\n';
const BLOCK = `${PARAGRAPH}${PARAGRAPH}\n- an item\n- another\n\n\`\`\`ts\n${'const a = 1;\n'.repeat(20)}\`\`\`\n\n`;

test('finished text is parsed once, however long the answer gets', () => {
  const text = BLOCK.repeat(100);
  let state = UNSPLIT;
  let finished = 0;
  let unfinished = 0;
  let frames = 0;
  for (let length = 50; length < text.length; length += 50) {
    const shown = text.slice(0, length);
    const { pieces, next } = splitMessage(shown, state, false);
    state = next;
    finished += charsOf(pieces);
    unfinished += charsOf(settlePieces(splitMessage(shown, state, true).pieces));
    frames += 1;
  }
  expect(finished).toBeLessThanOrEqual(text.length);
  expect(finished).toBeGreaterThan(text.length * 0.9);
  expect(unfinished).toBeLessThan(frames * 2 * PARAGRAPH.length);
});

/** How much a frame has to parse or to highlight. */
function charsOf(pieces: ReturnType<typeof settlePieces>): number {
  return pieces.reduce(
    (sum, piece) => sum + (piece.kind === 'prose' ? piece.text : piece.lines.join('\n')).length,
    0,
  );
}

test('what is drawn of an answer only grows: no mark shows up and goes again', () => {
  const text =
    'First **bold words** and `some code`, then ~~not~~ _this_.\n\n- one **two**\n- `three`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n';
  for (let length = 1; length < text.length; length += 1) {
    const drawn = settlePieces(splitMessage(text.slice(0, length), UNSPLIT, true).pieces);
    for (const piece of drawn) {
      expect(piece.kind).toBe('prose');
      const marks = piece.kind === 'prose' ? (piece.text.match(/\*\*|`|~~/g) ?? []) : [];
      expect(marks.length % 2).toBe(0);
    }
  }
});
