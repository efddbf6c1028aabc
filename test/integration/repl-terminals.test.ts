import { expect, test } from 'vitest';
import { canSeeProcesses } from '../helpers/processes.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, type Scenario } from './agent-sandbox.ts';
import { prompt } from './repl.ts';

const PIECE = 'one more line of a long answer, which nobody reads\n\n';
/** Answers with so much text that no pipe and no terminal holds it. */
const LONG: Scenario = {
  on: {
    'session/prompt': [
      {
        repeat: 400_000,
        steps: [
          {
            update: {
              sessionUpdate: 'agent_message_chunk',
              content: { type: 'text', text: `piece $n: ${PIECE}` },
            },
          },
        ],
      },
      { result: { stopReason: 'end_turn' } },
    ],
  },
};

test('a terminal in CI gets its REPL too', async () => {
  const terminal = openTerminal(await createSandbox(), [], { env: { CI: 'true', GITHUB_ACTIONS: 'true' } });
  await terminal.waitFor('Ask anything');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
});

test('a terminal of next to no size keeps the draft, and shows it when it has grown', async () => {
  const terminal = openTerminal(await createSandbox(), []);
  await terminal.waitFor('Ask anything');
  for (const [columns, rows] of [
    [20, 5],
    [1, 1],
    [2, 2],
    [20, 5],
  ] as const) {
    terminal.resize(columns, rows);
    terminal.send('ab');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  terminal.resize(80, 24);
  await terminal.waitFor('› abababab');
  expect(terminal.screen().split('abababab')).toHaveLength(2);
  terminal.send(KEYS.ctrlC);
  await terminal.waitGone('abababab');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
});

test('a terminal that answers nothing is drawn in, at every size', async () => {
  const terminal = openTerminal(await createSandbox(), [], { isMute: true });
  await terminal.waitFor('Ask anything');
  terminal.send('a draft');
  await terminal.waitFor('› a draft');
  terminal.resize(50, 12);
  terminal.send(' and more');
  await terminal.waitFor('› a draft and more');
  await expect.poll(() => terminal.transcript().split('› a draft').length).toBe(2);
  terminal.send(KEYS.ctrlC);
  await terminal.waitGone('a draft');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
});

test.skipIf(!canSeeProcesses)(
  'a terminal that is not read holds the agent up, not the memory; what is typed meanwhile arrives',
  async () => {
    const terminal = openTerminal(await agentSandbox(LONG), []);
    await terminal.waitFor('Ask anything');
    prompt(terminal, 'go');
    await terminal.waitFor(/piece \d+:/);
    terminal.pause();
    const before = terminal.residentMb();
    terminal.send('typed in the dark');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(terminal.residentMb() - before).toBeLessThan(60);
    terminal.resume();
    await terminal.waitFor('› typed in the dark');
    terminal.send(KEYS.ctrlC);
    await terminal.waitFor('Ctrl+C again to exit');
    terminal.send(KEYS.ctrlC);
    expect(await terminal.exited).toBe(0);
  },
);
