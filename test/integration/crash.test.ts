import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';

/** Throws in simse itself, not in the agent that it starts, once the REPL has had time to draw. */
const BUG = `if(!process.argv.includes('agent'))setTimeout(()=>{throw new Error('boom')},1500)`;
const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(BUG)}` };

test('a bug in simse gives the terminal back, says what to report and leaves nothing running', async () => {
  const terminal = openTerminal(await createSandbox(), [], { env });
  await terminal.waitFor('Ask anything');
  expect(await terminal.exited).toBe(1);
  expect(terminal.output()).toMatch(/\u001b\[\?2004l[^]*this is a bug[^]*boom/);
});

test('a bug in a headless run ends it with 1 and keeps stdout clean', async () => {
  const args = ['-p', 'run sleep 30', '--allow', 'shell(sleep *)'];
  const { stdout, stderr, exitCode } = await runSimse(await createSandbox(), args, { env });
  expect(stderr).toMatch(/this is a bug[^]*boom/);
  expect([stdout, exitCode]).toEqual(['', 1]);
});
