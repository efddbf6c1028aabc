import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';

async function say(sandbox: Sandbox, words: string, ...flags: string[]) {
  const run = await runSimse(sandbox, ['-p', `say ${words}`, '--format', 'json', ...flags]);
  return { ...run, result: JSON.parse(run.stdout || '{}') as { session_id: string; result: string } };
}

test('--continue goes on with the newest session of the directory, --resume with any', async () => {
  const sandbox = await createSandbox();
  const first = await say(sandbox, 'one');
  const second = await say(sandbox, 'two');
  const continued = await say(sandbox, 'three', '--continue');
  expect(continued.result).toMatchObject({ session_id: second.result.session_id, result: 'three' });
  const resumed = await say(sandbox, 'four', '--resume', first.result.session_id.slice(0, 5));
  expect(resumed.result.session_id).toBe(first.result.session_id);
  const shown = await runSimse(sandbox, ['sessions', 'show', first.result.session_id]);
  expect(shown.stdout).toMatch(/› say one\n\none\n\n› say four\n\nfour/);
});

test('there is nothing to go on with in a new directory, nor by an id that nobody has', async () => {
  const sandbox = await createSandbox();
  for (const flags of [['--continue'], ['--resume', 'zzz']]) {
    const { stderr, exitCode } = await runSimse(sandbox, ['-p', 'say hi', ...flags]);
    expect(stderr).not.toContain('bug');
    expect(exitCode).toBe(4);
  }
});

test('a title that /rename gave is listed', async () => {
  const sandbox = await createSandbox();
  await say(sandbox, 'one');
  const terminal = openTerminal(sandbox, ['--continue']);
  await terminal.waitFor('● one');
  terminal.send(`/rename My own title${KEYS.enter}`);
  await terminal.waitFor('The session is called My own title.');
  terminal.send(`/exit${KEYS.enter}`);
  expect(await terminal.exited).toBe(0);
  const { stdout } = await runSimse(sandbox, ['sessions', 'list']);
  expect(stdout).toMatch(/1 turn  My own title\n$/);
});

test('the REPL shows what was said before and goes on', async () => {
  const sandbox = await createSandbox();
  await say(sandbox, 'one');
  const terminal = openTerminal(sandbox, ['--continue']);
  await terminal.waitFor('› say one');
  terminal.send(`say two${KEYS.enter}`);
  await terminal.waitFor('● two');
  expect(terminal.transcript()).toMatch(/› say one[^]*● one[^]*› say two/);
  terminal.send(`/exit${KEYS.enter}`);
  expect(await terminal.exited).toBe(0);
});
