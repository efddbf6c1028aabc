import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer, END, fixture, type Step, say } from './agent-sandbox.ts';
import { answerDialog, openRepl, prompt } from './repl.ts';

const OPTIONS = [
  { optionId: 'once', name: 'Allow once', kind: 'allow_once' },
  { optionId: 'always', name: 'Always allow', kind: 'allow_always' },
  { optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

const ANSWERS = [
  ['make one', '3'],
  ['make two', KEYS.enter],
  ['make three', KEYS.escape],
] as const;

/** The agent asks whether it may run this, without waiting for the answer. */
function askToRun(id: number, command: string): Step {
  const toolCall = { toolCallId: `call-${id}`, title: command, kind: 'execute', rawInput: { command } };
  return {
    ask: {
      id,
      method: 'session/request_permission',
      params: { sessionId: 's1', toolCall, options: OPTIONS },
    },
  };
}

test('of three questions at once each is shown, answered by its own key, and told to the agent', async () => {
  const steps = [
    askToRun(1, 'make one'),
    askToRun(2, 'make two'),
    askToRun(3, 'make three'),
    { wait: 'session/cancel' },
    END,
  ];
  const sandbox = await agentSandbox({ on: { 'session/prompt': steps } });
  const terminal = await openRepl(sandbox);
  terminal.send(`go${KEYS.enter}`);
  await terminal.waitFor('1 of 3');
  expect(terminal.screen()).toContain('make one');
  terminal.send('half a dra');
  await terminal.waitFor('draft kept: half a dra');
  await terminal.waitFor('↑↓ to the answers');
  terminal.send(KEYS.down);
  for (const [command, key] of ANSWERS) await answerDialog(terminal, `$ ${command}`, key);
  await expect
    .poll(async () =>
      (await sandbox.sent()).filter(({ id, result }) => Number(id) < 4 && result !== undefined),
    )
    .toMatchObject([
      { id: 1, result: { outcome: { outcome: 'selected', optionId: 'no' } } },
      { id: 2, result: { outcome: { outcome: 'selected', optionId: 'once' } } },
      { id: 3, result: { outcome: { optionId: 'no' } } },
    ]);
  expect(terminal.screen()).toMatch(/› half a dra$/);
  terminal.send(KEYS.escape);
  await terminal.waitFor('Interrupted');
  terminal.send(KEYS.ctrlC);
  await terminal.waitGone('half a dra');
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('a backend that crashes in the middle of its answer leaves what it said and the draft; the next prompt goes on', async () => {
  const start = (scenario: string) => `exec "$0" "$1" "$HOME/${scenario}.json"`;
  const line = `if [ -e "$HOME/crashed" ]; then ${start('good')}; else touch "$HOME/crashed"; ${start('bad')}; fi`;
  const sandbox = await agentSandbox(
    {},
    {
      'home/bad.json': {
        on: {
          'session/prompt': [
            say('half of the ans'),
            { pause: 600 },
            { stderr: 'out of memory\n' },
            { exit: 137 },
          ],
        },
      },
      'home/good.json': { on: { 'session/prompt': answer('all of it') } },
    },
    { command: 'sh', args: ['-c', line, process.execPath, fixture('acp/mock-agent.mjs')] },
  );
  const terminal = await openRepl(sandbox);
  terminal.send(`hello${KEYS.enter}`);
  await terminal.waitFor('● half of the ans');
  terminal.send('typed while it ran');
  await terminal.waitFor('exited with code 137');
  await terminal.waitFor('› typed while it ran');
  await delay(50);
  terminal.send(KEYS.enter);
  await terminal.waitFor('● all of it');
  const transcript = terminal.transcript();
  expect(transcript.split('half of the ans')).toHaveLength(2);
  expect(transcript).toMatch(
    /› hello\n+● half of the ans\n[^]*out of memory[^]*› typed while it ran\n+● all of it/,
  );
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});
