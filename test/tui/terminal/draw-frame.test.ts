import { expect, test } from 'vitest';
import { type DrawnFrame, drawFrame, NOTHING_DRAWN } from '../../../src/tui/terminal/draw-frame.ts';
import { createRandom } from '../../helpers/random.ts';
import { FakeTerminal } from '../fake-terminal.ts';

const frame = (rows: string[], cursor: DrawnFrame['cursor'] = null): DrawnFrame => ({ rows, cursor });

test('nothing is written for the same frame', () => {
  const drawn = frame(['one', 'two'], { row: 1, column: 3 });
  expect(drawFrame(drawn, frame(['one', 'two'], { row: 1, column: 3 }))).toBe('');
});

test('a key costs its own row, whatever else is on the screen', () => {
  const above = Array.from({ length: 20 }, (_, index) => `row ${index}`);
  const drawn = frame([...above, '› abc'], { row: 20, column: 5 });
  const text = drawFrame(drawn, frame([...above, '› abcd'], { row: 20, column: 6 }));
  expect(text).toContain('› abcd');
  expect(text).not.toContain('row');
  expect(text.length).toBeLessThan(40);
});

test.each([1, 2, 3, 4])(
  'frames and what is printed above them look as if drawn afresh (%d)',
  async (seed) => {
    const random = createRandom(seed);
    const terminal = new FakeTerminal(30, 12);
    const words = [
      '',
      'a',
      'some words',
      '漢字 wide',
      '\u001b[1mbold\u001b[22m',
      '👩‍👩‍👧 family',
      'x'.repeat(29),
    ];
    let drawn = NOTHING_DRAWN;
    const printed: string[] = [];
    for (let step = 0; step < 200; step += 1) {
      const rows = Array.from({ length: random.below(11) }, () => random.pick(words));
      const cursor =
        rows.length > 0 && random.below(3) > 0 ? { row: random.below(rows.length), column: 2 } : null;
      const lines =
        random.below(3) === 0 ? Array.from({ length: 1 + random.below(15) }, () => `line ${step}`) : [];
      printed.push(...lines);
      terminal.write(drawFrame(drawn, frame(rows, cursor), lines.map((line) => `${line}\n`).join('')));
      drawn = frame(rows, cursor);
      await terminal.drawn();
      const shown = rows.map((row) => row.replaceAll(/\u001b\[\d+m/g, ''));
      expect(terminal.transcript()).toBe([...printed, ...shown].join('\n').trimEnd());
      expect(terminal.cursor.column).toBe(cursor?.column ?? 0);
    }
  },
);
