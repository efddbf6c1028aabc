import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { liveProcesses } from '../helpers/processes.ts';
import { startSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { fixture } from './agent-sandbox.ts';

const env = { NODE_OPTIONS: `--import=${pathToFileURL(fixture('platform/crash-on-signal.mjs')).href}` };

test('a bug in simse gives the terminal back, says what to report and leaves nothing running', async () => {
  const terminal = openTerminal(await createSandbox(), [], { env });
  await terminal.waitFor('Ask anything');
  process.kill(terminal.pid, 'SIGUSR2');
  expect(await terminal.exited).toBe(1);
  expect(terminal.output()).toMatch(/\u001b\[\?2004l[^]*this is a bug[^]*a planted bug/);
});

test('a bug in a headless run ends it with 1 and keeps stdout clean', async () => {
  const sandbox = await createSandbox();
  const simse = startSimse(sandbox, ['-p', 'run sleep 300', '--allow', 'shell(sleep *)'], { env });
  const commands = async () => (await liveProcesses(sandbox.root)).map(({ command }) => command);
  await expect.poll(commands).toContain('sleep 300');
  simse.kill('SIGUSR2');
  const { stdout, stderr, exitCode } = await simse;
  expect(stderr).toMatch(/this is a bug[^]*a planted bug/);
  expect([stdout, exitCode]).toEqual(['', 1]);
});
