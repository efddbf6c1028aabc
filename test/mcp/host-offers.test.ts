import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../helpers/temp-dir.ts';
import { createHost, fixture, SOON, startHost, textOf } from './start-host.ts';

test('prompts, resources and templates are listed from every page, those that are malformed left out', async () => {
  const { host, notices } = await startHost([fixture('offers')]);

  expect(host.offers.prompts()).toEqual([
    {
      server: 'offers',
      name: 'review',
      title: 'Review',
      description: 'Reviews a file.',
      arguments: [{ name: 'file', required: true }],
    },
    { server: 'offers', name: 'bare', description: '', arguments: [] },
  ]);
  expect(host.offers.resources()).toEqual([
    { server: 'offers', uri: 'memo://1', name: 'One', mimeType: 'text/plain', size: 5 },
    { server: 'offers', uri: 'memo://2', name: 'Two' },
  ]);
  expect(host.offers.templates()).toEqual([
    { server: 'offers', uriTemplate: 'memo://{id}', name: 'memo', description: 'Any memo.' },
  ]);
  expect(host.status()).toMatchObject([{ tools: 4, prompts: 2, resources: 3 }]);
  expect(notices.sort()).toEqual([
    'warn offers: a malformed prompt was skipped; prompt review is listed twice; the first one counts',
    'warn offers: a malformed resource template was skipped',
    'warn offers: a malformed resource was skipped',
  ]);
});

test('what a server says about its use is cleaned and cut', async () => {
  const { host } = await startHost([fixture('offers')]);

  const instructions = host.instructions('offers');
  expect(instructions).toMatch(/^Ask for memos\. x+$/);
  expect(instructions).toHaveLength(2048);
  expect(host.instructions('nobody')).toBeNull();
});

test('a prompt is filled in by its server', async () => {
  const { host } = await createHost([fixture('offers')]);

  expect(await host.offers.getPrompt('offers', 'review', { file: 'a.ts' })).toEqual([
    { role: 'user', content: { type: 'text', text: 'Review a.ts.' } },
    { role: 'assistant', content: { type: 'resource_link', uri: 'memo://1', name: 'One' } },
    { role: 'user', content: { type: 'text', text: 'bare text' } },
  ]);
  await expect(host.offers.getPrompt('offers', 'nothing', {})).rejects.toMatchObject({
    code: 'mcp_failed',
    message: 'server offers answered prompts/get with an error: no prompt nothing',
  });
  await expect(host.offers.getPrompt('offers', 'bare', {})).rejects.toMatchObject({ code: 'protocol' });
  await expect(host.offers.getPrompt('nobody', 'review', {})).rejects.toMatchObject({ code: 'not_found' });
});

test('a resource is read as text or bytes, and one that is too long is cut and kept', async () => {
  const spillDir = path.join(await tempDir(), 'spill');
  const { host } = await createHost([fixture('offers')], { spillDir });
  const { offers } = host;

  expect(await offers.readResource('offers', 'memo://1')).toEqual([
    { type: 'resource', uri: 'memo://1', mimeType: 'text/plain', text: 'first' },
  ]);
  expect(await offers.readResource('offers', 'memo://2')).toEqual([
    { type: 'resource', uri: 'memo://2', blob: 'AAEC' },
    { type: 'resource', uri: 'memo://2', text: 'no uri of its own' },
  ]);
  const [long] = await offers.readResource('offers', 'memo://long');
  const [, file] =
    /50,000 characters left out here; the whole result is in (\S+)\]/.exec(JSON.stringify(long)) ?? [];
  expect(await readFile(file ?? '', 'utf8')).toHaveLength(100_000);
  await expect(offers.readResource('offers', 'memo://none')).rejects.toThrow(
    'server offers answered resources/read with an error: no resource memo://none',
  );
});

test('arguments are completed by the server, and not at all where it cannot', async () => {
  const { host } = await createHost([fixture('offers'), fixture('everyday')]);
  const target = { kind: 'prompt', server: 'offers', name: 'review' } as const;
  const argument = { name: 'file', value: 'src/' };

  expect(await host.offers.complete({ target, argument, context: {} })).toEqual(['src/a.ts', 'src/b.ts']);
  const template = { kind: 'resource', server: 'offers', uriTemplate: 'memo://{id}' } as const;
  const [echoed] = await host.offers.complete({ target: template, argument, context: { id: '1' } });
  expect(JSON.parse(echoed ?? '')).toEqual({
    ref: { type: 'ref/resource', uri: 'memo://{id}' },
    context: { arguments: { id: '1' } },
  });
  const elsewhere = { ...target, server: 'everyday' };
  expect(await host.offers.complete({ target: elsewhere, argument, context: {} })).toEqual([]);
  expect(await host.offers.complete({ target: { ...target, server: 'x' }, argument, context: {} })).toEqual(
    [],
  );
});

test('a list that changes is read again, although the server never said that it tells so', async () => {
  const { host } = await startHost([fixture('offers')]);
  let changes = 0;
  host.offers.onChange(() => {
    changes += 1;
  });

  await host.catalogue.call('offers/add', { name: 'second' });

  await expect.poll(() => host.offers.prompts().map(({ name }) => name), SOON).toContain('second');
  expect(changes).toBe(1);
  expect(host.status()).toMatchObject([{ prompts: 3 }]);
});

test('whoever subscribes to a resource learns of its changes, across restarts, until that is ended', async () => {
  const { host } = await startHost([fixture('offers')]);
  let heard = 0;
  const subscription = await host.offers.subscribe('offers', 'memo://1', () => {
    heard += 1;
  });
  const touch = () => host.catalogue.call('offers/touch', { uri: 'memo://1' });

  await touch();
  await expect.poll(() => heard, SOON).toBe(1);

  await expect(host.catalogue.call('offers/crash', {})).rejects.toThrow('exited with code 3');
  await expect.poll(() => host.status(), SOON).toMatchObject([{ state: 'ready', restarts: 1 }]);
  // It may have changed in between.
  await expect.poll(() => heard, SOON).toBe(2);
  await touch();
  await expect.poll(() => heard, SOON).toBe(3);

  await subscription[Symbol.asyncDispose]();
  expect(textOf(await touch())).toBe('[]');
  expect(heard).toBe(3);
});

test("a subscription that the server refuses is nobody's, however many asked for it", async () => {
  const { host } = await startHost([fixture('offers')]);
  const subscribe = () => host.offers.subscribe('offers', 'memo://refused', () => {});
  const outcomes = await Promise.allSettled([subscribe(), subscribe()]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('what a server offers is gone with it', async () => {
  const { host } = await startHost([fixture('offers', [], { restart: false })]);

  await host.setEnabled('offers', false);

  expect(host.offers.prompts()).toEqual([]);
  expect(host.offers.resources()).toEqual([]);
  expect(host.offers.templates()).toEqual([]);
  expect(host.status()).toMatchObject([{ state: 'disabled', tools: 0, prompts: 0, resources: 0 }]);
});
