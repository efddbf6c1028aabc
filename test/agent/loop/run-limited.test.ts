import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runLimited } from '../../../src/agent/loop/run-limited.ts';

test('never more than the limit run at once, and one that fails stops no other', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const settled = await runLimited([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await turnOfLoop();
    running -= 1;
    if (item === 2) throw new Error('two');
    done.push(item);
  });
  expect(most).toBe(2);
  expect(done).toEqual([1, 3, 4, 5]);
  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true]);
});
