import { expect, test } from 'vitest';
import { createRandom } from '../../helpers/random.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { CLEARS, openReady, PROMPT } from '../open-repl.ts';
import { MARKS, marksIn, pause, streamAnswer } from '../stream-answer.ts';

test('a resize leaves one prompt and one status line, at whatever width', async () => {
  const terminal = new FakeTerminal(100, 24);
  await openReady(terminal);
  terminal.type('a draft that is long enough to be wrapped in a narrow terminal, and then goes on a little');
  await terminal.waitFor('goes on');
  const random = createRandom(3);
  for (let round = 0; round < 6; round += 1) {
    await terminal.resize(20 + random.below(100), 10 + random.below(30));
    await expect.poll(() => drafts(terminal), { interval: 5 }).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 320));
    expect(drafts(terminal)).toBe(1);
    expect(terminal.transcript().split('default')).toHaveLength(2);
    expect(terminal.transcript()).toContain('simse 0.1.0');
  }
  for (const clear of CLEARS) expect(terminal.output).not.toContain(clear);
});

test('a storm of resizes loses nothing of a streamed answer, and repeats nothing', async () => {
  const terminal = new FakeTerminal(100, 30);
  const { session } = await openReady(terminal);
  const random = createRandom(11);
  await streamAnswer(11, session, async () => {
    await terminal.resize(40 + random.below(80), 16 + random.below(20));
    await pause();
  });
  await expect.poll(() => marksIn(terminal.transcript())).toEqual(MARKS);
  expect(terminal.transcript().split(PROMPT)).toHaveLength(2);
  for (const clear of CLEARS) expect(terminal.output).not.toContain(clear);
});

function drafts(terminal: FakeTerminal): number {
  return terminal.transcript().split('› a draft').length - 1;
}
