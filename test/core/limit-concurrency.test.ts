import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mapLimited } from '../../src/core/limit-concurrency.ts';

test('never more than the limit run at once, and one that fails stops no other', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  const work = mapLimited([1, 2, 3, 4, 5], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    await turnOfLoop();
    running -= 1;
    if (item === 2) throw new Error('two');
    done.push(item);
  });
  const settled = await Promise.allSettled(work);
  expect(most).toBe(2);
  expect(done).toEqual([1, 3, 4, 5]);
  expect(settled.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true]);
});
