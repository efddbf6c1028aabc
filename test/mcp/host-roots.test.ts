import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { tempDir } from '../helpers/temp-dir.ts';
import { createHost, fixture, SOON, startHost, textOf } from './start-host.ts';

test('a workspace that grows is told to every server, and is what they see from then on', async () => {
  const added = await tempDir();
  const { host, dir, logs } = await startHost([fixture('asks'), fixture('hears-roots')]);

  host.setRoots([dir, added]);

  await expect.poll(() => logs, SOON).toContain('mcp hears-roots: info: the roots have changed');
  const { result } = JSON.parse(textOf(await host.catalogue.call('asks/request', { method: 'roots/list' })));
  expect(result.roots.map(({ uri }: { uri: string }) => uri)).toEqual(
    [dir, added].map((folder) => pathToFileURL(folder).href),
  );
});

test('a server that has asked for the roots while it starts is told as well when they grow meanwhile', async () => {
  const added = await tempDir();
  const { host, dir, logs } = await createHost([fixture('hears-roots', ['300'])]);
  const starting = host.start();
  await expect.poll(() => logs, SOON).toContain('mcp hears-roots: info: the handshake is over');

  host.setRoots([dir, added]);

  await starting;
  await expect.poll(() => logs, SOON).toContain('mcp hears-roots: info: the roots have changed');
});

test('a server may ask whether simse is there, and learns what it does not answer', async () => {
  const { host } = await startHost([fixture('asks')]);
  const ask = async (method: string) =>
    JSON.parse(textOf(await host.catalogue.call('asks/request', { method }))) as unknown;

  expect(await ask('ping')).toEqual({ result: {} });
  expect(await ask('tasks/list')).toEqual({
    error: { code: -32601, message: 'simse does not answer tasks/list' },
  });
});
