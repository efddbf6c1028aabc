import { expect, onTestFinished, test, vi } from 'vitest';
import { callAsync } from '../../../src/mcp/transports/lucenia/envelope-methods.ts';
import { instruct } from './connect-http.ts';
import { type Connected, connect, postedBy } from './connect-lucenia.ts';

const ANALYZE = { name: 'large_dataset_analyzer', arguments: { dataset_id: 'dataset-123' } };
const ASYNC = { asyncTools: ['large_*'] };

function analyze({ client }: Connected, onprogress = (_progress: unknown): void => {}) {
  return client.callTool(ANALYZE, undefined, { onprogress, timeout: 5000, resetTimeoutOnProgress: true });
}

test.each(['event', 'answer', 'params'])(
  'a tool that runs asynchronously has the result that comes by %s later',
  async (callback) => {
    const connected = await connect('lucenia-server', { callback, callbackAfterMs: 50 }, ASYNC);

    expect(await analyze(connected)).toMatchObject({ structuredContent: { total: 1 } });

    expect(await postedBy(connected, 'tools/call')).toMatchObject([
      {
        params: {
          ...ANALYZE,
          options: { async: true, callback_id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
        },
      },
    ]);
  },
);

test('a call that says nothing before its result is waited for as well', async () => {
  const connected = await connect('lucenia-server', { receipt: false }, ASYNC);

  expect(await analyze(connected)).toMatchObject({ structuredContent: { total: 1 } });
});

test('what the server says on the way is progress', async () => {
  const connected = await connect('lucenia-server', {}, ASYNC);
  const progress: unknown[] = [];

  await analyze(connected, (news) => progress.push(news));

  expect(progress).toContainEqual({ progress: 1, total: 2, message: 'half way' });
});

test('a call that runs longer than a request may is kept alive while the connection is', async () => {
  const options = { callbackAfterMs: 3000 };
  const connected = await connect('lucenia-server', options, { ...ASYNC, timeoutMs: 1500 });

  const call = connected.client.callTool(ANALYZE, undefined, {
    onprogress() {},
    timeout: 1500,
    resetTimeoutOnProgress: true,
  });

  expect(await call).toMatchObject({ structuredContent: { total: 1 } });
});

test('an asynchronous call that failed is a result that says so', async () => {
  const connected = await connect('lucenia-server', { callback: 'failure' }, ASYNC);

  expect(await analyze(connected)).toEqual({
    content: [{ type: 'text', text: 'The index is gone' }],
    isError: true,
  });
});

test('a tool that is not named in asyncTools is called as ever', async () => {
  const connected = await connect('lucenia-server', {}, { asyncTools: ['other'] });

  expect(await analyze(connected)).toMatchObject({ structuredContent: { name: 'large_dataset_analyzer' } });
  expect((await postedBy(connected, 'tools/call'))[0]?.params).toEqual(ANALYZE);
});

test('a callback id that the caller has chosen is kept', async () => {
  const connected = await connect('lucenia-server');
  const options = { async: true, callback_id: 'analysis-callback-001' };

  const result = await connected.client.callTool({ ...ANALYZE, options } as never);

  expect(result).toMatchObject({ structuredContent: { total: 1 } });
  expect(await postedBy(connected, 'tools/call')).toMatchObject([{ params: { options } }]);
});

test('a stream that ends in the middle of an asynchronous call fails it', async () => {
  const connected = await connect('lucenia-server', { callbackAfterMs: 60_000 }, ASYNC);
  const call = Promise.allSettled([analyze(connected)]);
  await expect.poll(() => postedBy(connected, 'tools/call')).toHaveLength(1);

  await instruct(connected, { drops: true });

  expect(await call).toMatchObject([{ status: 'rejected' }]);
  expect(await connected.closed).toBe('closed the event stream');
});

test('a callback that never comes is given up after an hour', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();

  const call = callAsync({
    method: 'tools/call',
    params: ANALYZE,
    timeoutMs: 60_000,
    stop,
    isStandard: false,
    isAsyncTool: () => true,
    onHandshake() {},
    onProgress() {},
    call: () =>
      new Promise((_, reject) => stop.signal.addEventListener('abort', () => reject(stop.signal.reason))),
  });
  const outcome = Promise.allSettled([call]);
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000);

  const reason = { code: 'timeout', message: 'did not call back within 60 minutes' };
  expect(await outcome).toMatchObject([{ status: 'rejected', reason }]);
});
