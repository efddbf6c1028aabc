import path from 'node:path';
import { expect, test } from 'vitest';
import { canSeeProcesses, liveProcesses } from '../helpers/processes.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { createHost, fixture, SOON, startHost, textOf } from './start-host.ts';

test('a server that crashes loses its tools at once, fails the call, and comes back', async () => {
  const marker = path.join(await tempDir(), 'marker');
  const { host, notices } = await startHost([fixture('crash-after', ['1', marker])]);
  const { catalogue } = host;
  const first = textOf(await catalogue.call('crash-after/echo', {}));

  await expect(catalogue.call('crash-after/echo', {})).rejects.toMatchObject({
    code: 'mcp_failed',
    message: 'server crash-after exited with code 3: fixture: the database is gone',
  });
  expect(catalogue.list()).toEqual([]);

  await expect.poll(() => host.status(), SOON).toMatchObject([{ state: 'ready', restarts: 1, tools: 1 }]);
  const second = textOf(await catalogue.call('crash-after/echo', {}));
  expect(second).not.toBe(first);
  expect(notices).toEqual([
    'warn crash-after: exited with code 3: fixture: the database is gone; 1 tool gone',
    'info crash-after: is back with 1 tool',
  ]);
});

test('every call in flight fails when a server crashes, and none is sent again', async () => {
  const { host } = await startHost([fixture('crash-after', ['0'])], { restartDelaysMs: [] });

  const calls = ['a', 'b', 'c'].map((value) => host.catalogue.call('crash-after/echo', { value }));

  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'mcp_failed' } });
  }
  expect(host.status()).toMatchObject([{ state: 'failed', restarts: 0 }]);
});

test('a server that never stays up is tried again and then given up, told only at the start and the end', async () => {
  const { host, notices, history } = await startHost([fixture('exit-at-once')]);
  expect(host.status()).toMatchObject([{ state: 'backing_off' }]);

  await expect.poll(() => host.status(), SOON).toMatchObject([{ state: 'failed', restarts: 3 }]);

  const why = 'exited with code 3: Error: FIXTURE_TOKEN is not set';
  expect(notices).toEqual([
    expect.stringContaining(`warn exit-at-once: ${why}`),
    `error exit-at-once: ${why}; gave up after 3 restarts`,
  ]);
  expect(history.map(({ state }) => state)).toEqual([
    ...Array.from({ length: 3 }, () => ['starting', 'backing_off']).flat(),
    'starting',
    'failed',
  ]);
});

test('a server that was given up starts again when it is asked to', async () => {
  const { host } = await startHost([fixture('crash-after', ['0'], { restart: false })]);
  await expect(host.catalogue.call('crash-after/echo', {})).rejects.toThrow('exited with code 3');
  expect(host.status()).toMatchObject([{ state: 'failed' }]);

  await host.start();

  expect(host.status()).toMatchObject([{ state: 'ready', tools: 1 }]);
});

test('a server that says nothing is given up after the time for starting', async () => {
  const silent = fixture('silent', [], { startupTimeoutMs: 200, restart: false });
  const { host } = await startHost([silent]);

  expect(host.status()).toMatchObject([
    { state: 'failed', detail: 'was not ready within 200 ms ("startupTimeoutMs" in mcp.json)' },
  ]);
});

test('a server that refuses the handshake is not tried again', async () => {
  const { host } = await startHost([fixture('refuses')]);

  expect(host.status()).toMatchObject([
    {
      state: 'failed',
      detail: expect.stringMatching(/^refused initialize: .*only protocol 2026-07-28 is spoken here$/),
    },
  ]);
});

test('a call that is not answered ends with the time for it, and is cancelled at the server', async () => {
  const { host, logs } = await startHost([fixture('silent-calls', [], { timeoutMs: 200 })]);

  await expect(host.catalogue.call('silent-calls/echo', {})).rejects.toMatchObject({
    code: 'timeout',
    message: 'server silent-calls did not answer tools/call within 200 ms',
  });

  await expect.poll(() => logs, SOON).toContain('mcp silent-calls: info: a call was cancelled');
  expect(host.status()).toMatchObject([{ state: 'ready' }]);
});

test('progress keeps a long call alive past its time', async () => {
  const { host } = await startHost([fixture('silent-calls', [], { timeoutMs: 2000 })]);

  const result = await host.catalogue.call('silent-calls/echo', { progress: true });

  expect(textOf(result)).toBe('late');
});

test('a call that the user interrupts is cancelled at the server', async () => {
  const { host, logs } = await startHost([fixture('silent-calls')]);
  const interrupt = new AbortController();

  const call = host.catalogue.call(
    'silent-calls/echo',
    { progress: true },
    { signal: interrupt.signal, onProgress: () => interrupt.abort() },
  );

  await expect(call).rejects.toMatchObject({ code: 'cancelled', message: 'the call was cancelled' });
  await expect.poll(() => logs, SOON).toContain('mcp silent-calls: info: a call was cancelled');
});

test('a call that the user interrupts does not wait for its server to start', async () => {
  const { host } = await createHost([fixture('slow-start', ['60000'])]);
  const interrupted = AbortSignal.timeout(200);
  const begun = performance.now();

  await expect(host.catalogue.call('slow-start/echo', {}, { signal: interrupted })).rejects.toMatchObject({
    code: 'cancelled',
  });
  await expect(
    host.offers.readResource('slow-start', 'x://y', { signal: interrupted }),
  ).rejects.toMatchObject({ code: 'cancelled' });
  expect(performance.now() - begun).toBeLessThan(20_000);
});

test.each<[string, ...string[]]>([
  ['garbage on stdout', 'garbage'],
  ['answers with wrong ids, and two to one call', 'ids'],
  ['lines that end with CRLF', 'crlf'],
  ['a character split between chunks', 'split'],
  ['all of that together'],
])('%s: no harm done', async (_title, ...faults) => {
  const { host } = await startHost([fixture('noisy', faults)]);

  expect(textOf(await host.catalogue.call('noisy/echo', {}))).toBe('größe 🎉');
  expect(textOf(await host.catalogue.call('noisy/echo', {}))).toBe('größe 🎉');

  expect(host.status()).toMatchObject([{ state: 'ready', restarts: 0 }]);
});

test.each(['tools', 'prompts', 'resources'])(
  'a server that refuses its list of %s keeps the others',
  async (list) => {
    const { host, notices } = await startHost([fixture('partial', [list])]);

    const offered = {
      tools: host.catalogue.list().length,
      prompts: host.offers.prompts().length,
      resources: host.offers.resources().length,
    };
    expect(offered).toEqual({ tools: 1, prompts: 1, resources: 1, [list]: 0 });
    expect(host.status()).toMatchObject([{ state: 'ready' }]);
    // Templates, which it does not know at all, are no news.
    expect(notices).toEqual([
      `warn partial: its ${list} could not be read: it answered ${list}/list with an error: the disk is full`,
    ]);
  },
);

test('an answer cut off by the end of the server fails the call', async () => {
  const { host } = await startHost([fixture('half-a-line', [], { restart: false })]);

  await expect(host.catalogue.call('half-a-line/echo', {})).rejects.toThrow(
    'server half-a-line exited with code 0',
  );
});

test('a server that closes its stdout is stopped, and says so', async () => {
  const { host } = await startHost([fixture('closes-stdout', [], { restart: false })]);

  await expect(host.catalogue.call('closes-stdout/echo', {})).rejects.toThrow(
    'server closes-stdout closed its stdout',
  );
});

test('a message of 50 MB is dropped: the call fails and the server stays', async () => {
  const { host } = await startHost([fixture('huge-line')]);

  await expect(host.catalogue.call('huge-line/echo', { bytes: 50 * 1024 * 1024 })).rejects.toMatchObject({
    code: 'limit',
    message: 'server huge-line sent a message of 50 MB, which was dropped; the limit is 32 MB',
  });

  expect(textOf(await host.catalogue.call('huge-line/echo', {}))).toBe('xx');
  expect(host.status()).toMatchObject([{ state: 'ready', restarts: 0 }]);
});

test('an answer nested too deep for anybody to write again fails the call, and the server stays', async () => {
  const { host } = await startHost([fixture('huge-line')]);

  await expect(host.catalogue.call('huge-line/echo', { levels: 100_000 })).rejects.toMatchObject({
    code: 'protocol',
    message: 'server huge-line answered tools/call with JSON nested over 100 levels',
  });

  expect(host.status()).toMatchObject([{ state: 'ready', restarts: 0 }]);
});

test('malformed and doubled tools are left out, a bad schema is opened, a list without end is cut', async () => {
  const { host, notices } = await startHost([fixture('bad-list')]);

  expect(host.catalogue.list().map(({ tool, inputSchema }) => [tool, inputSchema])).toEqual([
    ['good', { type: 'object', properties: { any: {} } }],
    ['no-type', { type: 'object' }],
    ['no-schema', { type: 'object' }],
    ['bad-schema', { type: 'object' }],
  ]);
  expect(notices).toEqual([
    `warn bad-list: ${[
      'tools/list repeats a page; the rest was left out',
      'a tool that is not an object was skipped',
      'a tool without a usable name was skipped',
      'tool good is listed twice; the first one counts',
      'tool bad-schema: its input schema has malformed properties; any arguments are taken',
    ].join('; ')}`,
  ]);
});

test('a server that ignores every request to end is killed, with its children', async () => {
  const { host, dir } = await startHost([fixture('stubborn'), fixture('grandchild')]);
  expect(await liveProcesses(dir)).toHaveLength(canSeeProcesses ? 3 : 0);

  await host[Symbol.asyncDispose]();

  expect(await liveProcesses(dir)).toEqual([]);
});

test('closing while servers are still starting leaves nothing behind', async () => {
  const { host } = await createHost([fixture('everyday'), fixture('silent'), fixture('stubborn')]);

  const starting = host.start();
  await host[Symbol.asyncDispose]();
  await starting;

  expect(host.status()).toMatchObject([{ detail: 'stopped' }, { detail: 'stopped' }, { detail: 'stopped' }]);
});
