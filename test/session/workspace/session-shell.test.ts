import { expect, onTestFinished, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { wholeEnvironment } from '../../../src/platform/child-env.ts';
import { createSessionShell } from '../../../src/session/workspace/session-shell.ts';
import { fold } from '../../core/fold-events.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { isAlive } from '../../platform/is-alive.ts';

async function openShell(extra: Record<string, string> = {}) {
  const cwd = await tempDir();
  const events: SessionEvent[] = [];
  const env = wholeEnvironment(process.env, extra);
  const shell = createSessionShell({ cwd, env, emit: (event) => events.push(event) });
  onTestFinished(() => shell[Symbol.asyncDispose]());
  return { cwd, shell, events, state: () => fold(events) };
}

test('a command runs in the directory and the environment of the user, and what it writes is told', async () => {
  const { cwd, shell, state } = await openShell({ GREETING: 'hello' });
  const result = await shell.run('echo $GREETING; pwd; echo no >&2; exit 4');
  expect(result).toMatchObject({ exitCode: 4, signal: null, output: `hello\n${cwd}\nno\n` });
  const [entry] = state().entries;
  expect(entry).toMatchObject({ kind: 'tool', done: true, call: { byUser: true, status: 'failed' } });
  expect([...state().terminals]).toMatchObject([{ exitCode: 4, output: `hello\n${cwd}\nno\n` }]);
});

test('an interrupted command is gone with all that it started', async () => {
  const { shell, events, state } = await openShell();
  const running = shell.run('sleep 300 & echo $!; wait');
  const pid = () =>
    Number(events.flatMap((event) => (event.type === 'terminal_output' ? event.text : [])).join(''));
  await expect.poll(pid).toBeGreaterThan(0);
  expect(shell.interrupt()).toBe(true);
  await running;
  expect([...state().entries]).toMatchObject([{ call: { status: 'cancelled' } }]);
  await expect.poll(() => isAlive(pid())).toBe(false);
  expect(shell.interrupt()).toBe(false);
});

test('of a long output the end is kept for the agent, without escape sequences', async () => {
  const { shell } = await openShell();
  const { output } = await shell.run(`printf '\\033[31mred\\033[0m\\n'; yes | head -c 100000; echo last`);
  expect(output.length).toBeLessThan(70_000);
  expect(output).toMatch(/^\[… earlier output left out\]\n[^]*last\n$/);
  expect((await shell.run(`printf '\\033[31mred\\033[0m'`)).output).toBe('red');
});

test('SHELL is used where it is a shell that takes -c', async () => {
  const { shell } = await openShell({ SHELL: '/bin/sh' });
  expect((await shell.run('echo $0')).output).toBe('/bin/sh\n');
  const other = await openShell({ SHELL: '/usr/bin/python3' });
  expect((await other.shell.run('echo fine')).output).toBe('fine\n');
});
