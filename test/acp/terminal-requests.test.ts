import { expect, test } from 'vitest';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { answersTo } from './answers-to.ts';
import { createFakeGate } from './fake-gate.ts';

const create = (command: string, more: object = {}) => ({
  call: { method: 'terminal/create', params: { sessionId: 's1', command, ...more } },
});
const on = (method: string) => ({
  call: { method: `terminal/${method}`, params: { sessionId: 's1', terminalId: '$terminalId' } },
});

function outputOf(events: readonly SessionEvent[]): string {
  return events.map((event) => (event.type === 'terminal_output' ? event.text : '')).join('');
}

test('a command runs, its output reaches the agent and the screen', async () => {
  const { mock, answers } = await answersTo([
    create('echo out; echo err >&2; exit 3'),
    on('wait_for_exit'),
    on('output'),
    on('release'),
  ]);
  expect(answers).toEqual([
    { terminalId: expect.any(String) },
    { exitCode: 3, signal: null },
    { output: 'out\nerr\n', truncated: false, exitStatus: { exitCode: 3, signal: null } },
    {},
  ]);
  expect(outputOf(mock.events)).toBe('out\nerr\n');
  expect(mock.events).toContainEqual({
    type: 'terminal_started',
    terminalId: answers[0]?.['terminalId'],
    command: 'echo out; echo err >&2; exit 3',
    cwd: mock.folder,
  });
  expect(mock.events).toContainEqual({
    type: 'terminal_exited',
    terminalId: answers[0]?.['terminalId'],
    exitCode: 3,
    signal: null,
  });
});

test('the gate sees the line that runs, shells unwrapped and variables shown', async () => {
  const { mock } = await answersTo([
    create('bash', { args: ['-lc', 'git status'] }),
    create('echo', { args: ['two words'], env: [{ name: 'LD_PRELOAD', value: 'x.so' }], cwd: '/' }),
  ]);
  expect(mock.gate.asked.map(({ request }) => request)).toEqual([
    { kind: 'shell', command: 'git status', cwd: mock.folder },
    { kind: 'shell', command: "LD_PRELOAD=x.so echo 'two words'", cwd: '/' },
  ]);
});

test('a command that the gate denies does not run', async () => {
  const gate = createFakeGate({ authorize: () => false });
  const { mock, answers } = await answersTo([create('echo hi')], { gate });
  expect(answers).toMatchObject([
    { code: -32003, message: expect.stringMatching(/echo hi .*the test denies it/) },
  ]);
  expect(mock.events).toEqual([]);
});

test('only so much output is kept, cut between characters', async () => {
  const { answers } = await answersTo([
    create('printf "aäöüß"', { outputByteLimit: 7 }),
    on('wait_for_exit'),
    on('output'),
  ]);
  expect(answers[2]).toMatchObject({ output: 'öüß', truncated: true });
});

test('a killed command keeps its id until it is released', async () => {
  const { answers } = await answersTo([
    create('sleep', { args: ['1000'] }),
    on('output'),
    on('kill'),
    on('wait_for_exit'),
    on('release'),
    on('output'),
  ]);
  expect(answers.slice(1)).toMatchObject([
    { output: '', truncated: false },
    {},
    { exitCode: null, signal: 'SIGTERM' },
    {},
    { code: -32002, message: expect.stringContaining('There is no terminal') },
  ]);
});

test.each([
  ['a program that is not there', 'no-such-program', {}, 'there is no program no-such-program'],
  ['a folder that is not there', 'echo', { cwd: '/no/such/folder' }, '/no/such/folder'],
  ['arguments that are no list of texts', 'echo', { args: [1] }, 'args must be a list of strings'],
])('%s is refused with its reason', async (_case, command, more, message) => {
  const { answers } = await answersTo([create(command, more)]);
  expect(answers).toMatchObject([{ code: -32602, message: expect.stringContaining(message) }]);
});

test('a command that the user has just allowed in the agent’s own question is not asked again, elsewhere it is', async () => {
  const ask = {
    call: {
      method: 'session/request_permission',
      params: {
        sessionId: 's1',
        toolCall: { toolCallId: 't1', rawInput: { command: ['bash', '-lc', 'true'] } },
        options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
      },
    },
  };
  const { mock } = await answersTo([ask, create('true', { cwd: '/' }), create('true'), create('true')]);
  const asked = mock.gate.asked.slice(1).map(({ context }) => context.alreadyAllowed === true);
  expect(asked).toEqual([false, true, false]);
});
