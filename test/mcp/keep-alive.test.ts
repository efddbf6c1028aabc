import { expect, onTestFinished, test } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import { RpcError } from '../../src/core/rpc/rpc-message.ts';
import { keepAlive } from '../../src/mcp/connection/keep-alive.ts';

/** Watches a peer that answers pings so; `pings` counts them, `deaths` are what was found out. */
function watch(answer: () => Promise<unknown>, inFlight = 0) {
  const seen = { pings: 0, deaths: [] as string[] };
  const peer = {
    inFlight,
    lastActive: 0,
    request() {
      seen.pings += 1;
      return answer();
    },
  };
  onTestFinished(keepAlive(peer, { idleMs: 10, answerMs: 10 }, ({ message }) => seen.deaths.push(message)));
  return seen;
}

test('a server is asked again and again, and any answer shows that it is there', async () => {
  const answers = watch(() => Promise.resolve({}));
  const refuses = watch(() => Promise.reject(new RpcError(-32601, 'what is ping?')));

  await expect.poll(() => Math.min(answers.pings, refuses.pings)).toBeGreaterThan(3);
  expect([answers.deaths, refuses.deaths]).toEqual([[], []]);
});

test('a server that does not answer is found dead, once', async () => {
  const silent = watch(() => Promise.reject(new SimseError('timeout', 'did not answer ping')));
  await expect.poll(() => silent.deaths).toEqual(['did not answer ping']);
  expect(silent.pings).toBe(1);
});

test('a server that is at work is left alone', async () => {
  const busy = watch(() => Promise.resolve({}), 1);
  const idle = watch(() => Promise.resolve({}));
  await expect.poll(() => idle.pings).toBeGreaterThan(2);
  expect(busy.pings).toBe(0);
});
