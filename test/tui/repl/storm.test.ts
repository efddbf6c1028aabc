import { expect, test } from 'vitest';
import { createRandom } from '../../helpers/random.ts';
import type { FakeSession } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { CLEARS, openReady, openRepl, PROMPT } from '../open-repl.ts';
import { MARKS, marksIn, pause, streamAnswer } from '../stream-answer.ts';

/** How long the terminal's size has to be the same for the last word on it. */
const CALM_MS = 400;

test.each([1, 2, 3])(
  'whatever streams, is typed and is resized at once, the screen is as if drawn afresh (%d)',
  async (seed) => {
    const random = createRandom(seed);
    const terminal = new FakeTerminal(90, 30);
    const { session } = await openReady(terminal);
    await streamAnswer(seed, session, async () => {
      if (random.below(3) === 0) await terminal.resize(30 + random.below(90), 8 + random.below(30));
      if (random.below(2) === 0) terminal.type(random.pick(['x', 'word ', '\u007f', '\u001b[D', '漢', '\n']));
      await pause();
    });
    terminal.type('\u0015\u0015\u0003');
    await terminal.resize(80, 24);
    await new Promise((resolve) => setTimeout(resolve, CALM_MS));
    await terminal.waitFor(PROMPT);
    await expect.poll(() => terminal.screen()).not.toContain('Ctrl+C again');

    await expect.poll(() => marksIn(terminal.transcript())).toEqual(MARKS);
    await expect.poll(() => terminal.transcript().split(PROMPT)).toHaveLength(2);
    const fresh = await freshRows(session, 3);
    await expect.poll(() => lastRows(terminal, 3)).toEqual(fresh);
    for (const clear of CLEARS) expect(terminal.output).not.toContain(clear);
  },
);

/** The last rows of a REPL that is opened on the same session. */
async function freshRows(session: FakeSession, count: number): Promise<string[]> {
  const terminal = new FakeTerminal(80, 24);
  openRepl(terminal, session);
  await terminal.waitFor(PROMPT);
  return lastRows(terminal, count);
}

function lastRows(terminal: FakeTerminal, count: number): string[] {
  return terminal.screen().split('\n').slice(-count);
}
