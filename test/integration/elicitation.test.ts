import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer, END, say } from './agent-sandbox.ts';
import { isRestored, openRepl, prompt } from './repl.ts';

/** A form takes no keys when it has just appeared, so that nobody answers it by typing on. */
const GUARD_MS = 220;

const FORM = {
  sessionId: 's1',
  mode: 'form',
  message: 'Where should it go?',
  requestedSchema: {
    type: 'object',
    required: ['name', 'region'],
    properties: {
      name: { type: 'string', title: 'Name', minLength: 2 },
      replicas: { type: 'integer', title: 'Replicas', default: 2, maximum: 9 },
      region: {
        type: 'string',
        title: 'Region',
        oneOf: [
          { const: 'eu', title: 'Europe' },
          { const: 'us', title: 'America' },
        ],
      },
    },
  },
};
const PAGE = {
  sessionId: 's1',
  mode: 'url',
  message: 'Log in there.',
  url: 'https://example.org/login',
  elicitationId: 'e1',
};
const create = (params: object) => ({ call: { method: 'elicitation/create', params } });

async function appear(terminal: Terminal, text: string): Promise<void> {
  await terminal.waitFor(text);
  await delay(GUARD_MS);
}

test.each([
  [80, 24],
  [20, 12],
])('an agent’s form and its page are answered in a terminal of %i by %i', async (columns, rows) => {
  const sandbox = await agentSandbox({
    on: { 'session/prompt': [create(FORM), create(PAGE), ...answer('thank you')] },
  });
  const terminal = await openRepl(sandbox, { columns, rows });
  prompt(terminal, 'deploy');
  await appear(terminal, '› Name');
  terminal.send(`a${KEYS.enter}`);
  await terminal.waitFor('✗ needs');
  terminal.send(`da${KEYS.enter}${KEYS.backspace}12${KEYS.up}${KEYS.down}`);
  await terminal.waitFor('✗ must');
  terminal.send(`${KEYS.backspace}${KEYS.enter}2${KEYS.enter}`);
  await appear(terminal, 'at example.org');
  terminal.send(KEYS.enter);
  await terminal.waitFor('● thank you');
  const results = (await sandbox.sent()).flatMap(({ result }) => (result === undefined ? [] : [result]));
  expect(results).toEqual([
    { action: 'accept', content: { name: 'ada', replicas: 1, region: 'us' } },
    { action: 'accept' },
  ]);
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
  expect(isRestored(terminal)).toBe(true);
});

test('a backend that needs a login asks how, and goes on when that is done', async () => {
  const sandbox = await agentSandbox({
    on: {
      initialize: [
        {
          result: {
            protocolVersion: 1,
            agentInfo: { name: 'mock', version: '1.0.0' },
            authMethods: [
              { id: 'key', name: 'API key' },
              { id: 'browser', name: 'Browser', description: 'in the usual one' },
            ],
          },
        },
      ],
      'session/new#1': [{ error: { code: -32000, message: 'Authentication required' } }],
      'session/new': [{ result: { sessionId: 's1' } }],
      authenticate: [{ result: {} }],
      'session/prompt': [say('welcome'), END],
    },
  });
  const terminal = await openRepl(sandbox);
  await appear(terminal, 'mock needs you to log in.');
  expect(terminal.screen()).toMatch(/› 1 API key\n +2 Browser: in the usual one/);
  terminal.send('2');
  await terminal.waitGone('log in');
  prompt(terminal, 'hello');
  await terminal.waitFor('● welcome');
  expect(await sandbox.sent()).toContainEqual(
    expect.objectContaining({ method: 'authenticate', params: { methodId: 'browser' } }),
  );
});

test('with TERM=dumb a form is asked in plain lines', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': [create(FORM), ...answer('thank you')] } });
  const terminal = openTerminal(sandbox, [], { env: { TERM: 'dumb' } });
  await terminal.waitFor('>');
  terminal.send('deploy\r');
  await terminal.waitFor('Name (required)');
  terminal.send('ada\r');
  await terminal.waitFor('Replicas (a whole number, at most 9) [2]');
  terminal.send('\r');
  await terminal.waitFor('2 America');
  terminal.send('2\r');
  await terminal.waitFor('● thank you');
  expect(terminal.output()).not.toContain('\u001b');
  expect(await sandbox.sent()).toContainEqual(
    expect.objectContaining({
      result: { action: 'accept', content: { name: 'ada', replicas: 2, region: 'us' } },
    }),
  );
});
