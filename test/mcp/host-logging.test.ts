import { expect, test } from 'vitest';
import { fixture, SOON, startHost, textOf } from './start-host.ts';

test('what a server logs is kept with its level, and what is below the level is not', async () => {
  const { host, logs } = await startHost([fixture('logs', [], { logLevel: 'warning' })]);

  await host.catalogue.call('logs/say', {});

  expect(host.recentLog('logs')).toEqual([
    'warning disk: about warning',
    'error disk: about error',
    'critical disk: about critical',
    'alert disk: about alert',
    'emergency disk: about emergency',
    'error: {"code":7,"why":"evil \\u001b[31mred"}',
  ]);
  expect(logs).toContain('mcp logs: warning disk: about warning');
  expect(textOf(await host.catalogue.call('logs/asked', {}))).toBe('warning');
});

test('without a level in the config a server is asked for what is worth knowing', async () => {
  const { host } = await startHost([fixture('logs'), fixture('everyday')]);

  await host.catalogue.call('logs/say', {});

  expect(textOf(await host.catalogue.call('logs/asked', {}))).toBe('info');
  expect(host.recentLog('logs')[0]).toBe('info disk: about info');
  expect(host.recentLog('nobody')).toEqual([]);
});

test('stderr is heard line by line as it comes, cleaned', async () => {
  const { host } = await startHost([fixture('logs')]);
  const write = (text: string) => host.catalogue.call('logs/write', { to: 'stderr', text });

  await write('loading\u001b[2J model\r\n\n  half ');
  await expect.poll(() => host.recentLog('logs'), SOON).toEqual(['stderr: loading model']);
  await write('a line\n');
  await expect.poll(() => host.recentLog('logs'), SOON).toContain('stderr: half a line');
});

test('lines on stdout that are no messages are skipped, and told once with how many there were', async () => {
  const { host, notices } = await startHost([fixture('logs')]);
  const write = (text: string) => host.catalogue.call('logs/write', { to: 'stdout', text });

  await write('Debugger attached.\n');
  await write('one\ntwo\n');

  await expect
    .poll(() => notices, SOON)
    .toEqual(['warn logs: sent 3 lines that cannot be read; the first: not a message: Debugger attached.']);
  expect(host.recentLog('logs')).toContain('not a message: two');
  expect(host.status()).toMatchObject([{ state: 'ready' }]);
});

test('a flood of log messages is cut, and simse goes on', async () => {
  const { host, logs } = await startHost([fixture('logs')]);
  const params = { level: 'error', data: 'again' };

  await host.catalogue.call('logs/flood', { count: 50_000, method: 'notifications/message', params });

  expect(logs.length).toBeLessThan(5000);
  expect(host.recentLog('logs')).toHaveLength(200);
  expect(textOf(await host.catalogue.call('logs/asked', {}))).toBe('info');
});

test.each([
  'notifications/tools/list_changed',
  'notifications/resources/updated',
  'notifications/unheard/of',
])('a flood of %s does no harm', async (method) => {
  const { host } = await startHost([fixture('logs')]);

  await host.catalogue.call('logs/flood', { count: 50_000, method, params: { uri: 'memo://1' } });

  expect(host.catalogue.list()).toHaveLength(4);
  expect(host.status()).toMatchObject([{ state: 'ready' }]);
});
