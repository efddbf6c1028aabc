import path from 'node:path';
import { expect, test } from 'vitest';
import { liveProcesses } from '../helpers/processes.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { createHost, fixture, SOON, startHost, textOf } from './start-host.ts';

test('a server that is restarted by hand is a new process, and was never lost', async () => {
  const { host, notices } = await startHost([fixture('silent-calls')]);
  const before = host.status()[0]?.pid;
  let isRunning = false;
  const onProgress = (): void => void (isRunning = true);
  const call = host.catalogue.call('silent-calls/echo', { progress: true }, { onProgress });
  const outcome = call.catch((error: unknown) => error);
  await expect.poll(() => isRunning, SOON).toBe(true);

  await host.restart('silent-calls');

  expect(await outcome).toMatchObject({
    code: 'mcp_failed',
    message: 'server silent-calls was restarted',
  });
  expect(host.status()).toMatchObject([{ state: 'ready', restarts: 0, tools: 1 }]);
  expect(host.status()[0]?.pid).not.toBe(before);
  expect(notices).toEqual([]);
});

test('a server that was given up comes back when it is restarted by hand', async () => {
  const marker = path.join(await tempDir(), 'marker');
  const { host, notices } = await startHost([fixture('crash-after', ['0', marker], { restart: false })]);
  await expect(host.catalogue.call('crash-after/echo', {})).rejects.toThrow('exited with code 3');

  await host.restart('crash-after');

  expect(host.status()).toMatchObject([
    { state: 'ready', lastError: 'exited with code 3: fixture: the database is gone' },
  ]);
  expect(notices.at(-1)).toBe('info crash-after: is back with 1 tool');
});

test('a server that does not come back from a restart has no tools left', async () => {
  const marker = path.join(await tempDir(), 'marker');
  const { host, notices } = await startHost([fixture('only-once', [marker])], { restartDelaysMs: [] });
  expect(host.catalogue.list()).toHaveLength(1);

  await host.restart('only-once');

  expect(host.status()).toMatchObject([{ state: 'failed', tools: 0 }]);
  expect(host.catalogue.list()).toEqual([]);
  expect(notices).toEqual([expect.stringMatching(/^error only-once: exited with code 3.*; 1 tool gone$/)]);
});

test('many restarts at the same time leave one process', async () => {
  const { host, dir } = await startHost([fixture('stubborn')]);

  await Promise.all([1, 2, 3].map(() => host.restart('stubborn')));

  expect(host.status()).toMatchObject([{ state: 'ready' }]);
  expect((await liveProcesses(dir)).length).toBeLessThanOrEqual(1);
});

test('a server that is disabled is ended and not started by a call, until it is enabled', async () => {
  const { host, dir } = await startHost([fixture('everyday')]);

  await host.setEnabled('everyday', false);
  expect(host.status()).toMatchObject([{ state: 'disabled', tools: 0 }]);
  expect(await liveProcesses(dir)).toEqual([]);
  await host.restart('everyday');
  await host.start();
  await expect(host.catalogue.call('everyday/echo', {})).rejects.toThrow(
    'server everyday is not available: disabled',
  );

  await host.setEnabled('everyday', true);
  expect(host.status()).toMatchObject([{ state: 'ready', tools: 25 }]);
});

test('a server that the config disables can be enabled for a run', async () => {
  const { host } = await startHost([fixture('everyday', [], { enabled: false })]);
  expect(host.status()).toMatchObject([{ state: 'disabled' }]);

  await host.setEnabled('everyday', true);

  expect((await host.catalogue.call('everyday/echo', {})).isError).toBe(false);
});

test('a server that is disabled while it starts never gets ready', async () => {
  const { host, dir } = await createHost([fixture('silent')]);
  const starting = host.start();
  await expect.poll(() => liveProcesses(dir), SOON).not.toEqual([]);

  await host.setEnabled('silent', false);

  await starting;
  expect(host.status()).toMatchObject([{ state: 'disabled' }]);
  expect(await liveProcesses(dir)).toEqual([]);
});

test('a server that is slow to start is waited for', async () => {
  const { host } = await createHost([fixture('slow-start', ['700'])]);

  expect(textOf(await host.catalogue.call('slow-start/echo', { a: 1 }))).toBe('{"a":1}');
  expect(host.status()[0]?.readyMs).toBeGreaterThanOrEqual(700);
});

test('what nobody has configured is an error', async () => {
  const { host } = await createHost([fixture('everyday')]);
  await expect(host.restart('nobody')).rejects.toMatchObject({ code: 'not_found' });
  await expect(host.setEnabled('nobody', true)).rejects.toMatchObject({ code: 'not_found' });
  await expect(host.logOut('nobody')).rejects.toMatchObject({ code: 'not_found' });
});

test('a server without a login cannot be logged in to, and nobody is logged out', async () => {
  const { host } = await createHost([fixture('everyday')]);
  const showLogIn = () => Promise.resolve(null);

  await expect(host.logIn('everyday', { showLogIn }, new AbortController().signal)).rejects.toMatchObject({
    code: 'usage',
    message: 'server everyday has no login',
  });
  expect(await host.logOut('everyday')).toBe(false);
});
