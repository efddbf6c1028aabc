import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { liveProcesses } from '../helpers/processes.ts';
import { SIMSE_BIN } from '../helpers/run-simse.ts';
import type { Sandbox } from '../helpers/sandbox.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { UNTOUCHED } from '../helpers/watch-modes.ts';
import { agentSandbox, fixture, type Scenario, say } from './agent-sandbox.ts';
import { prompt } from './repl.ts';

/** Works until it is told to stop. */
const WORKING: Scenario = {
  on: {
    'session/prompt': [say('working'), { wait: 'session/cancel' }, { result: { stopReason: 'cancelled' } }],
  },
};
/** In a terminal that is known to show everything, with every setting that switches something in it. */
const RICH = { TERM_PROGRAM: 'ghostty' };
const SETTINGS = { 'config/config.json': { ui: { vim: true } } };

async function simseIn(sandbox: Sandbox): Promise<number> {
  const [simse] = (await liveProcesses(sandbox.root)).filter(({ command }) =>
    /^\S*node \S+simse\.js/.test(command),
  );
  return simse?.pid ?? 0;
}

async function working(env: Record<string, string> = {}): Promise<{ sandbox: Sandbox; terminal: Terminal }> {
  const sandbox = await agentSandbox(WORKING, SETTINGS);
  const terminal = openTerminal(sandbox, [], { env: { ...RICH, ...env } });
  await terminal.waitFor('Ask anything');
  prompt(terminal, 'go');
  await terminal.waitFor('● working');
  const switched = { paste: true, focus: true, kittyKeys: 1, keptTitles: 1, progress: 3 };
  await expect.poll(() => terminal.modes()).toMatchObject(switched);
  await expect.poll(() => terminal.title()).toBe('● work');
  return { sandbox, terminal };
}

test('leaving gives every mode of the terminal back', async () => {
  const { terminal } = await working();
  terminal.send(KEYS.ctrlC);
  await terminal.waitFor('Interrupted');
  await expect.poll(() => terminal.title()).toBe('simse · work');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
  expect(terminal.modes()).toEqual(UNTOUCHED);
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s in the middle of a turn gives them back', async (signal, code) => {
  const { sandbox, terminal } = await working();
  process.kill(await simseIn(sandbox), signal);
  expect(await terminal.exited).toBe(code);
  expect(terminal.modes()).toEqual(UNTOUCHED);
});

test('so does a crash of simse itself, which says what went wrong below what is on the screen', async () => {
  const crash = pathToFileURL(fixture('platform/crash-on-signal.mjs')).href;
  const { sandbox, terminal } = await working({ NODE_OPTIONS: `--import ${crash}` });
  process.kill(await simseIn(sandbox), 'SIGUSR2');
  expect(await terminal.exited).toBe(1);
  expect(terminal.modes()).toEqual(UNTOUCHED);
  expect(terminal.transcript()).toMatch(/● working[^]*a bug/);
});

test('Ctrl+Z gives them back to the shell, and fg takes them again, with the draft', async () => {
  const sandbox = await agentSandbox(WORKING, SETTINGS);
  const terminal = openTerminal(sandbox, [], { env: RICH, command: ['bash', '--norc', '--noprofile', '-i'] });
  terminal.send(
    `PS1='shell: '; bind 'set enable-bracketed-paste off'\r"${process.execPath}" "${SIMSE_BIN}"\r`,
  );
  await terminal.waitFor('Ask anything');
  terminal.send(`a draft${KEYS.ctrlZ}`);
  await terminal.waitFor('Stopped');
  await expect.poll(() => terminal.modes()).toEqual(UNTOUCHED);
  terminal.send('fg\r');
  await terminal.waitFor(/Stopped[^]*› a draft/);
  await expect
    .poll(() => terminal.modes())
    .toMatchObject({ paste: true, focus: true, kittyKeys: 1, keptTitles: 1 });
  terminal.send(KEYS.ctrlC);
  await terminal.waitGone('a draft');
  terminal.send(KEYS.ctrlD);
  await expect.poll(() => terminal.modes()).toEqual(UNTOUCHED);
  terminal.send('exit\r');
  await terminal.exited;
});
