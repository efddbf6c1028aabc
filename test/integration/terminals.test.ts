import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createSandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { answerDialog, isRestored, openRepl, prompt } from './repl.ts';

test('in a terminal of 20 columns everything can be read, answered and left', async () => {
  const sandbox = await createSandbox();
  const terminal = await openRepl(sandbox, { columns: 20, rows: 14 });
  prompt(terminal, 'write notes.md\nhello there, narrow world');
  await answerDialog(terminal, 'Allow once', KEYS.enter);
  await terminal.waitFor(/Created notes\.md/);
  expect(await readFile(join(sandbox.work, 'notes.md'), 'utf8')).toBe('hello there, narrow world\n');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
  expect(isRestored(terminal)).toBe(true);
});

test('with TERM=dumb it is lines in and lines out, without a single escape sequence', async () => {
  const sandbox = await createSandbox({ 'work/notes.md': 'one\n' });
  const terminal = openTerminal(sandbox, [], { env: { TERM: 'dumb' } });
  await terminal.waitFor('No model is connected');
  terminal.send('write notes.md two\r');
  await terminal.waitFor('Answer with a number');
  expect(terminal.transcript()).toMatch(/- one\n.*\+ two/);
  terminal.send('1\r');
  await terminal.waitFor('Wrote notes.md');
  terminal.send('run sleep 300\r');
  await terminal.waitFor(/\$ sleep 300\n[^]*Answer with a number/);
  terminal.send('1\r');
  await terminal.waitFor(/Allow once[^]*Allow once[^]*> 1/);
  terminal.send(KEYS.ctrlC);
  await terminal.waitFor('Interrupted');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
  expect(terminal.output()).not.toContain('\u001b');
  expect(await readFile(join(sandbox.work, 'notes.md'), 'utf8')).toBe('two\n');
});

test.each([
  [{ NO_COLOR: '1' }, [], false],
  [{}, ['--no-color'], false],
  [{ CI: 'true' }, [], true],
] as const)('with %j and %j the REPL works as ever; coloured: %j', async (env, args, isColoured) => {
  const sandbox = await createSandbox();
  const terminal = await openRepl(sandbox, { env }, [...args]);
  prompt(terminal, 'say hello');
  await terminal.waitFor('● hello');
  prompt(terminal, 'run touch ran');
  await answerDialog(terminal, 'touch ran', '3');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
  // Numbers of 30 and more are colours; the others are bold, dim and the like.
  expect(/\u001b\[[\d;]*[349]\d[\d;]*m/.test(terminal.output())).toBe(isColoured);
});
