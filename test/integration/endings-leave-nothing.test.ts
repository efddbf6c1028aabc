import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { canSeeProcesses, liveProcesses } from '../helpers/processes.ts';
import { startSimse } from '../helpers/run-simse.ts';
import type { Sandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { UNTOUCHED } from '../helpers/watch-modes.ts';
import { agentSandbox, fixture, type Scenario, say } from './agent-sandbox.ts';
import { prompt } from './repl.ts';

/** Each starts a program in a session of its own; the second one hears no signal. */
const COMMANDS = [
  'setsid sleep 3001 & sleep 3002',
  `setsid sh -c 'trap "" TERM HUP INT QUIT; sleep 3003; true' & sleep 3004`,
];
const SLEEPS = ['sleep 3001', 'sleep 3002', 'sleep 3003', 'sleep 3004'];

/** An agent that has simse run them, and then works until it is told to stop. */
const SCENARIO: Scenario = {
  on: {
    'session/prompt': [
      ...COMMANDS.map((line) => ({
        call: {
          method: 'terminal/create',
          params: { sessionId: 's1', command: 'sh', args: ['-c', line] },
        },
      })),
      say('working'),
      { wait: 'session/cancel' },
      { result: { stopReason: 'cancelled' } },
    ],
  },
};

const sleepsIn = async ({ root }: Sandbox): Promise<string[]> => {
  const live = await liveProcesses(root);
  return SLEEPS.filter((sleep) => live.some(({ command }) => command === sleep));
};
const leftIn = async ({ root }: Sandbox): Promise<string[]> =>
  (await liveProcesses(root)).map(({ command }) => command);
/** What has been killed may take a moment to die. */
const SOON = { timeout: 3000 };

const SIGNALS = [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGQUIT', 131],
] as const;

test.skipIf(!canSeeProcesses).each(SIGNALS)(
  '%s ends a run with all that it has started, also what has a session of its own, with %d',
  async (signal, code) => {
    const sandbox = await agentSandbox(SCENARIO);
    const simse = startSimse(sandbox, ['-p', 'go', '--allow', 'shell']);
    await expect.poll(() => sleepsIn(sandbox), { timeout: 10_000 }).toEqual(SLEEPS);
    simse.kill(signal);
    expect((await simse).exitCode).toBe(code);
    await expect.poll(() => leftIn(sandbox), SOON).toEqual([]);
  },
);

/** The same commands by the agent and by the user. */
async function openWorking(
  env: Record<string, string> = {},
): Promise<{ sandbox: Sandbox; terminal: Terminal }> {
  const sandbox = await agentSandbox(SCENARIO);
  const terminal = openTerminal(sandbox, ['--allow', 'shell'], { env });
  await terminal.waitFor('Ask anything');
  prompt(terminal, '!setsid sleep 3006 & sleep 3007');
  await terminal.waitFor('! setsid');
  prompt(terminal, 'go');
  await terminal.waitFor('● working');
  await expect.poll(() => sleepsIn(sandbox), { timeout: 10_000 }).toEqual(SLEEPS);
  return { sandbox, terminal };
}

test.skipIf(!canSeeProcesses).each(SIGNALS.slice(1))(
  '%s ends the REPL in the same way, with %d, and gives the terminal back',
  async (signal, code) => {
    const { sandbox, terminal } = await openWorking();
    process.kill(terminal.pid, signal);
    expect(await terminal.exited).toBe(code);
    expect(terminal.modes()).toEqual(UNTOUCHED);
    await expect.poll(() => leftIn(sandbox), SOON).toEqual([]);
  },
);

test.skipIf(!canSeeProcesses)('so does the second of two signals, at once', async () => {
  const { sandbox, terminal } = await openWorking();
  process.kill(terminal.pid, 'SIGQUIT');
  process.kill(terminal.pid, 'SIGTERM');
  expect(await terminal.exited).toBeGreaterThan(128);
  expect(terminal.modes()).toEqual(UNTOUCHED);
  await expect.poll(() => leftIn(sandbox), SOON).toEqual([]);
});

test.skipIf(!canSeeProcesses)('so does closing the terminal', async () => {
  const { sandbox, terminal } = await openWorking();
  terminal.hangUp();
  await expect.poll(() => leftIn(sandbox), SOON).toEqual([]);
});

test.skipIf(!canSeeProcesses)('so does a crash', async () => {
  const crash = pathToFileURL(fixture('platform/crash-on-signal.mjs')).href;
  const { sandbox, terminal } = await openWorking({ NODE_OPTIONS: `--import ${crash}` });
  process.kill(terminal.pid, 'SIGUSR2');
  expect(await terminal.exited).toBe(1);
  expect(terminal.modes()).toEqual(UNTOUCHED);
  await expect.poll(() => leftIn(sandbox), SOON).toEqual([]);
});

test.skipIf(!canSeeProcesses)('so does leaving', async () => {
  const { sandbox, terminal } = await openWorking();
  // The first is for the user's own command.
  terminal.send(KEYS.ctrlC);
  await terminal.waitFor('cancelled · ');
  terminal.send(KEYS.ctrlC);
  await terminal.waitFor('Interrupted');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
  await expect.poll(() => leftIn(sandbox), SOON).toEqual([]);
});
