import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { machine } from './agent-machine.ts';
import type { Scenario } from './agent-sandbox.ts';

const FULL: Scenario = {
  on: {
    initialize: [
      {
        result: {
          protocolVersion: 1,
          agentInfo: { name: 'full', title: 'The \u001b[31mfull agent', version: '1.2.3' },
          agentCapabilities: {
            loadSession: true,
            promptCapabilities: { image: true },
            mcpCapabilities: { http: true },
          },
          authMethods: [{ id: 'web', name: 'Log in with the browser' }],
        },
      },
    ],
    'session/new': [
      {
        result: {
          sessionId: 's1',
          modes: {
            currentModeId: 'ask',
            availableModes: [
              { id: 'ask', name: 'Ask' },
              { id: 'code', name: 'Code' },
            ],
          },
          configOptions: [
            {
              id: 'model',
              name: 'Model',
              category: 'model',
              type: 'select',
              currentValue: 'm1',
              options: Array.from({ length: 20 }, (_, index) => ({
                value: `m${index}`,
                name: `Model ${index}`,
              })),
            },
            { id: 'fast', name: 'Fast', type: 'boolean', currentValue: true },
          ],
        },
      },
    ],
  },
};

test('trying an agent prints what it says of itself, what it offers and how long it took', async () => {
  const sandbox = await machine({ full: FULL });
  await runSimse(sandbox, ['agents', 'add', '--name', 'mine', 'full']);
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['agents', 'test', 'mine']);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(rows).toEqual([
    ['mine', 'full'],
    ['agent', 'The full agent 1.2.3'],
    ['offers', 'mcp http, image, load session'],
    ['logins', 'Log in with the browser'],
    ['initialize', expect.stringMatching(/^\d+ ms$/)],
    ['session/new', expect.stringMatching(/^\d+ ms$/)],
    ['Model', 'm1 (of m0, m1, m2, m3, m4, m5, m6, m7, and 12 more)'],
    ['Fast', 'on'],
    ['Mode', 'ask (of ask, code)'],
  ]);
  expect([stderr, exitCode]).toEqual(['', 0]);
  const json = await runSimse(sandbox, ['agents', 'test', '--output-format', 'json']);
  expect(JSON.parse(json.stdout)).toMatchObject({
    name: 'mine',
    handshake: { agent: { name: 'full' }, capabilities: { loadSession: true }, authMethods: [{ id: 'web' }] },
    session: {
      settings: [{ id: 'model', choices: { length: 20 } }, { id: 'fast', value: true }, { id: 'mode' }],
    },
    error: null,
  });
});

test('an agent that wants a login ends the test with 6, with what it said before', async () => {
  const { initialize } = FULL.on ?? {};
  const refusal = [{ error: { code: -32000, message: 'Authentication required' } }];
  const sandbox = await machine({ full: { on: { initialize: initialize ?? [], 'session/new': refusal } } });
  await runSimse(sandbox, ['agents', 'add', '--name', 'mine', 'full']);
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['agents', 'test']);
  expect(stdout).toMatch(/^agent +The full agent 1\.2\.3$/m);
  expect([stderr, exitCode]).toEqual([expect.stringContaining('mine needs a login'), 6]);
  const json = await runSimse(sandbox, ['agents', 'test', '--format', 'json']);
  expect(JSON.parse(json.stdout)).toMatchObject({ session: null, error: { code: 'auth_required' } });
});

test.each([
  ['a program that is not there', 'no-such-agent', {}, /no program no-such-agent/, 1],
  [
    'a program that ends at once',
    'full',
    { start: [{ stderr: 'no key\n' }, { exit: 3 }] },
    /exited with code 3\n.*no key/s,
    1,
  ],
])('%s fails the test and says why', async (_what, command, scenario, message, code) => {
  const sandbox = await machine({ full: scenario });
  await runSimse(sandbox, ['agents', 'add', '--name', 'mine', command]);
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['agents', 'test', 'mine']);
  expect(stderr).toMatch(message);
  expect([stdout, exitCode]).toEqual([`mine  ${command}\n`, code]);
});

test('a backend that is not configured cannot be tested; a preset says how it is added', async () => {
  const sandbox = await machine();
  const { stderr, exitCode } = await runSimse(sandbox, ['agents', 'test', 'gemini']);
  expect([stderr, exitCode]).toEqual([expect.stringContaining('simse agents add gemini'), 4]);
});

const HOSTILE = 'bad \u001b[31mred\u001b[0m \u009b1mbold \u202eturned';
const REFUSAL = [{ error: { code: -32603, message: HOSTILE } }];
test.each([
  ['prompt', ['-p', 'hi'], { on: { 'session/prompt': REFUSAL } }],
  ['session', ['-p', 'hi'], { on: { 'session/new': REFUSAL } }],
  ['session in a test', ['agents', 'test'], { on: { 'session/new': REFUSAL } }],
  ['last words', ['-p', 'hi'], { start: [{ stderr: `${HOSTILE}\n` }, { exit: 1 }] }],
  ['last words in a test', ['agents', 'test'], { start: [{ stderr: `${HOSTILE}\n` }, { exit: 1 }] }],
])('what an agent says of its failure cannot drive the terminal: %s', async (_when, args, scenario) => {
  const sandbox = await machine({ full: scenario });
  const { stderr, exitCode } = await runSimse(sandbox, [...args, '--agent-command', 'full']);
  expect([stderr, exitCode]).toEqual([expect.stringContaining('bad red bold turned'), 1]);
});
