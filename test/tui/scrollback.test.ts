import { describe, expect, test } from 'vitest';
import { FakeTerminal } from './fake-terminal.ts';
import { CLEARS, openReady, PROMPT } from './open-repl.ts';
import { MARKS, marksIn, pause, streamAnswer } from './stream-answer.ts';

describe('the scrollback holds the answer once, without gaps', () => {
  test.each([
    [80, 24],
    [20, 10],
    [200, 50],
    [40, 6],
  ])('at %i by %i, streamed in random pieces', async (columns, rows) => {
    const terminal = new FakeTerminal(columns, rows);
    const { session } = await openReady(terminal);
    await streamAnswer(columns, session, pause);
    await terminal.waitFor(PROMPT);
    await expect.poll(() => marksIn(terminal.transcript())).toEqual(MARKS);
    for (const clear of CLEARS) expect(terminal.output).not.toContain(clear);
    expect(terminal.transcript().split(PROMPT)).toHaveLength(2);
  });

  test('while the user types', async () => {
    const terminal = new FakeTerminal();
    const { session } = await openReady(terminal);
    await streamAnswer(7, session, () => {
      terminal.type('x ');
      return pause();
    });
    await expect.poll(() => marksIn(terminal.transcript())).toEqual(MARKS);
    expect(terminal.transcript().split('› x')).toHaveLength(2);
  });
});
