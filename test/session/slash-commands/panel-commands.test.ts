import { expect, test } from 'vitest';
import type { ConfigOption } from '../../../src/core/state/events.ts';
import { MemoryLibrary } from '../../helpers/memory-library.ts';
import { echoAgent, fakeBackend } from '../fake-backend.ts';
import { NO_PORTS, open, openWith, ran } from '../open-session.ts';

const MODEL: ConfigOption = {
  id: 'model',
  name: 'Model',
  category: 'model',
  value: 'sonnet',
  choices: [
    { value: 'opus-4', name: 'Opus' },
    { value: 'sonnet', name: 'Sonnet' },
  ],
};

test.each(['tools', 'status', 'context', 'cost', 'diff', 'help', 'library'])(
  '/%s is a panel, and a text where there are none',
  async (name) => {
    const result = await ran(open(fakeBackend(echoAgent)), `/${name}`);
    expect(result).toMatchObject({
      kind: 'panel',
      panel: name,
      item: null,
      text: expect.stringMatching(/./),
    });
  },
);

test.each(['tools', 'diff', 'help', 'library'])('/%s with words is filtered by them', async (name) => {
  const result = await ran(open(fakeBackend(echoAgent)), `/${name} cart`);
  expect(result).toMatchObject({ kind: 'panel', panel: name, filter: 'cart' });
});

test('/agent lists the backends with what is wrong with one, the one that answers marked', async () => {
  const choices = [
    { name: 'fake', command: 'fake-acp', source: 'your acp.json' },
    { name: 'codex', command: 'codex-acp', source: 'your acp.json', problem: 'not trusted' },
  ];
  const ports = { ...NO_PORTS, backends: { list: () => Promise.resolve(choices) } };
  const result = await ran(openWith(fakeBackend(echoAgent), { ports }), '/agent');
  expect(result).toMatchObject({
    text: '*  fake   your acp.json  fake-acp\n   codex  not trusted    codex-acp',
  });
});

test('/library finds what entries say', async () => {
  const library = new MemoryLibrary();
  await library.shelve({ topic: 'shop', title: 'Deploys', text: 'They go out on Tuesdays.' });
  const session = openWith(fakeBackend(echoAgent), { ports: { ...NO_PORTS, library } });
  expect(await ran(session, '/library')).toMatchObject({ text: 'shop/deploys  Deploys' });
  expect(await ran(session, '/library tuesdays')).toMatchObject({
    text: 'shop/deploys  They go out on Tuesdays.',
  });
  expect(await ran(session, '/library zebra')).toMatchObject({
    text: 'Nothing in the library is about "zebra".',
  });
});

test('a model is chosen by its name in whatever case, or by its value', async () => {
  const backend = fakeBackend(echoAgent);
  backend.settings = [MODEL];
  const session = open(backend);
  await session.prompt([{ type: 'text', text: 'hello' }]);
  expect(await ran(session, '/model')).toMatchObject({ kind: 'panel', panel: 'model' });
  expect(await ran(session, '/model OPUS')).toEqual({ kind: 'handled', text: 'The model is Opus.' });
  expect(await ran(session, '/model opus-4')).toEqual({ kind: 'handled', text: 'The model is Opus.' });
  expect(await ran(session, '/model gpt')).toMatchObject({
    kind: 'handled',
    text: expect.stringContaining('There is no model gpt.'),
  });
  expect(await ran(session, '/config model')).toMatchObject({ kind: 'panel', item: 'model' });
  expect(await ran(session, '/config model gpt')).toMatchObject({
    text: expect.stringContaining('Model cannot be gpt.'),
  });
});
