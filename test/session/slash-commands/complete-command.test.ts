import { expect, test } from 'vitest';
import { echoAgent, fakeBackend } from '../fake-backend.ts';
import { open, text } from '../open-session.ts';

async function openWithModels() {
  const backend = fakeBackend(echoAgent);
  const choices = ['opus', 'haiku'].map((value) => ({ value, name: value.toUpperCase() }));
  backend.settings = [
    { id: 'model', name: 'Model', category: 'model', value: 'opus', choices },
    { id: 'web', name: 'Web search', value: true, choices: [] },
  ];
  const session = open(backend);
  await session.prompt(text('start'));
  return session;
}

test.each([
  ['mode', [], ['default', 'acceptEdits', 'plan', 'dontAsk', 'bypassPermissions']],
  ['mode', ['plan'], []],
  ['model', [], ['opus', 'haiku']],
  ['config', [], ['model', 'web']],
  ['config', ['model'], ['opus', 'haiku']],
  ['config', ['web'], ['on', 'off']],
  ['config', ['web', 'on'], []],
  ['mcp', [], ['restart', 'enable', 'disable', 'login', 'logout']],
  ['tools', [], ['everything']],
  ['status', [], []],
  ['constructor', [], []],
])('/%s %j', async (name, words, expected) => {
  const { commands } = await openWithModels();
  expect((await commands.values(name, words)).map(({ value }) => value)).toEqual(expected);
});
