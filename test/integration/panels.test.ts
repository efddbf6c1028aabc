import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer, END, type Step } from './agent-sandbox.ts';
import { isRestored, openRepl, prompt } from './repl.ts';

function configOptions(model: string): { configOptions: object[] } {
  const model_ = {
    type: 'select',
    id: 'model',
    name: 'Model',
    category: 'model',
    currentValue: model,
    options: [
      { value: 'opus', name: 'Opus', description: 'for hard problems' },
      { value: 'sonnet', name: 'Sonnet', description: 'for most of the day' },
    ],
  };
  return { configOptions: [model_] };
}

const AGENT: Record<string, Step[]> = {
  'session/new': [{ result: { sessionId: 's1', ...configOptions('sonnet') } }],
  'session/set_config_option': [{ result: configOptions('opus') }],
  'session/set_config_option#2': [{ error: { code: -32000, message: 'Opus is all you get' } }],
  'session/prompt': [
    {
      update: {
        sessionUpdate: 'tool_call',
        toolCallId: 'c1',
        title: 'Edit cart.ts',
        kind: 'edit',
        status: 'completed',
        content: [{ type: 'diff', path: '$cwd/cart.ts', oldText: 'one\n', newText: 'two\n' }],
      },
    },
    {
      update: {
        sessionUpdate: 'usage_update',
        used: 50_000,
        size: 200_000,
        cost: { amount: 0.5, currency: 'USD' },
      },
    },
    END,
  ],
};

test('a model is chosen in its panel, and a refusal is said there', async () => {
  const sandbox = await agentSandbox({ on: AGENT });
  const terminal = await openRepl(sandbox);
  await terminal.waitFor('default · mock · Sonnet');
  prompt(terminal, '/model');
  await terminal.waitFor('› ✔ Sonnet');
  terminal.send('opu');
  await terminal.waitFor(/filter: opu[^]*› {3}Opus/);
  terminal.send(KEYS.enter);
  await terminal.waitFor(/The model is Opus\.[^]*default · mock · Opus/);
  prompt(terminal, '/config');
  await terminal.waitFor(/› Model +Opus/);
  terminal.send(KEYS.enter);
  await terminal.waitFor('› ✔ Opus');
  terminal.send(KEYS.down + KEYS.enter);
  await terminal.waitFor('Opus is all you get');
  terminal.send(KEYS.ctrlC);
  await terminal.waitGone('Options of mock');
  const asked = (await sandbox.sent()).filter(({ method }) => method === 'session/set_config_option');
  expect(asked).toMatchObject([{ params: { value: 'opus' } }, { params: { value: 'sonnet' } }]);
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
  expect(isRestored(terminal)).toBe(true);
});

test.each([
  [80, 24],
  [140, 40],
  [40, 12],
])('panels tell of a session in a terminal of %i by %i, and leave nothing behind', async (columns, rows) => {
  const sandbox = await agentSandbox({ on: AGENT });
  const terminal = await openRepl(sandbox, { columns, rows });
  prompt(terminal, 'mend the cart');
  await terminal.waitFor('cart.ts');
  for (const [command, says] of [
    ['/diff', /› cart\.ts +\+1 −1/],
    ['/context', /25% full[^]*50k of 200k tokens/],
    ['/cost', /1 turn, .* in all/],
    ['/agent', /› ✔ mock/],
    ['/help how to', /› Write a prompt of several lines/],
  ] as const) {
    prompt(terminal, command);
    await terminal.waitFor(says);
    terminal.send(KEYS.ctrlC);
    await terminal.waitGone('Esc to close');
  }
  expect(terminal.transcript()).not.toMatch(/Esc to close|Changes of this session/);
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
});

test('a note is shelved, found, read and withdrawn', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('done') } });
  const terminal = await openRepl(sandbox);
  prompt(terminal, '/library');
  await terminal.waitFor('The library is empty.');
  terminal.send(KEYS.ctrlA);
  await terminal.waitFor('Note: ▏');
  terminal.send(`shop: they go out on **Tuesdays**${KEYS.enter}`);
  await terminal.waitFor('is in the library.');
  terminal.send('tuesd');
  await terminal.waitFor(/filter: tuesd[^]*› they go out/);
  terminal.send(KEYS.enter);
  await terminal.waitFor(/source +user[^]*they go out on Tuesdays/);
  const folder = join(sandbox.data, 'library', 'shop');
  expect(await readdir(folder)).toHaveLength(1);
  terminal.send('w');
  await terminal.waitFor('Enter to delete');
  terminal.send(KEYS.enter);
  await terminal.waitFor('was deleted.');
  await expect.poll(() => readdir(folder).catch(() => [])).toEqual([]);
  terminal.send(KEYS.ctrlC + KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
});
