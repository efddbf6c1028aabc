import { expect, test } from 'vitest';
import { coalesce } from '../../src/core/throttle.ts';
import { createStartSlots } from '../../src/mcp/server/start-slots.ts';

test('a storm of triggers runs the task once, one during a run leads to one more', async () => {
  let runs = 0;
  let finish = (): void => {};
  const task = coalesce(() => {
    runs += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  }, 5);

  for (let count = 0; count < 100; count += 1) task.trigger();
  await expect.poll(() => runs).toBe(1);
  for (let count = 0; count < 100; count += 1) task.trigger();
  finish();
  await expect.poll(() => runs).toBe(2);
  finish();
});

test('only so many start at once, and one that is slow does not keep the others waiting', async () => {
  const slots = createStartSlots(2, 50);
  const started: number[] = [];
  const release = await slots.take();
  await slots.take();
  const third = slots.take().then(() => started.push(3));
  const fourth = slots.take().then(() => started.push(4));
  expect(started).toEqual([]);

  release();
  release();
  await third;
  expect(started).toEqual([3]);
  await fourth;
  expect(started).toEqual([3, 4]);
});
