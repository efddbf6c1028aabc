import { expect, onTestFinished, test } from 'vitest';
import { createSessionPool } from '../../src/mcp-server/http/session-pool.ts';

/** A full pool, and what of it has ended. */
function fullPool(sessions: Record<string, { usedAt: number; isBusy?: boolean }>) {
  const ended: string[] = [];
  const pool = createSessionPool({ idleMs: 1e9, maxSessions: Object.keys(sessions).length });
  onTestFinished(() => pool[Symbol.asyncDispose]());
  const add = (id: string, { usedAt, isBusy = false }: { usedAt: number; isBusy?: boolean }): void => {
    pool.add(id, { usedAt, isBusy: () => isBusy, end: () => ended.push(id) });
  };
  for (const [id, session] of Object.entries(sessions)) add(id, session);
  return { pool, ended, add };
}

test('with one too many the one that was idle longest ends', () => {
  const { pool, ended, add } = fullPool({ old: { usedAt: 2 }, older: { usedAt: 1 }, new: { usedAt: 3 } });
  add('one more', { usedAt: 4 });
  expect(ended).toEqual(['older']);
  expect(pool.get('older')).toBeUndefined();
  expect(pool.get('one more')).toBeDefined();
});

test('one in which something is under way ends only where there is no other', () => {
  const busy = { usedAt: 1, isBusy: true };
  const { ended, add } = fullPool({ busy, idle: { usedAt: 2 } });
  add('a', { usedAt: 3, isBusy: true });
  add('b', { usedAt: 4, isBusy: true });
  expect(ended).toEqual(['idle', 'busy']);
});

test('all of them end with the pool, and an end of its own is not done twice', async () => {
  const { pool, ended } = fullPool({ a: { usedAt: 1 }, b: { usedAt: 2 } });
  pool.remove('a');
  await pool[Symbol.asyncDispose]();
  await pool[Symbol.asyncDispose]();
  expect(ended).toEqual(['b']);
});
