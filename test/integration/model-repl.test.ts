import { expect, test } from 'vitest';
import { liveProcesses } from '../helpers/processes.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { modelSandbox } from './model-sandbox.ts';
import { answerDialog, openRepl, prompt } from './repl.ts';

const HERE = { when: 'once more', steps: [{ text: 'Here I am.' }] };

const write = (path: string, content: string) => ({ call: 'write_file', args: { path, content } });

test('a change of two files is shown and approved file by file', async () => {
  const sandbox = await modelSandbox(
    'openai',
    [
      { steps: [{ call: 'read_file', args: { path: 'a.txt' } }] },
      { when: 'one', steps: [write('a.txt', 'two\n'), write('b.txt', 'new\n')] },
      { when: 'Created b.txt', steps: [{ text: 'Both are done.' }] },
    ],
    { 'work/a.txt': 'one\n' },
  );
  const terminal = await openRepl(sandbox);
  prompt(terminal, 'change both');
  await terminal.waitFor('Enter to choose');
  expect(terminal.screen()).toMatch(/- one[^]*\+ two/);
  expect(await sandbox.read('a.txt')).toBe('one\n');
  await answerDialog(terminal, 'Edit a.txt', KEYS.enter);
  await answerDialog(terminal, 'Create b.txt', KEYS.enter);
  await terminal.waitFor('Both are done.');
  expect([await sandbox.read('a.txt'), await sandbox.read('b.txt')]).toEqual(['two\n', 'new\n']);
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('a change that is rejected is not made, and the model goes on with that', async () => {
  const sandbox = await modelSandbox('openai', [
    { steps: [write('b.txt', 'new\n')] },
    { when: 'rejected', steps: [{ text: 'Then not.' }] },
  ]);
  const terminal = await openRepl(sandbox);
  prompt(terminal, 'make b.txt');
  await answerDialog(terminal, 'Create b.txt', KEYS.escape);
  await terminal.waitFor('Then not.');
  expect(await sandbox.read('b.txt')).toBeNull();
});

test('Esc in mid-answer closes the stream, and the next prompt is answered', async () => {
  const sandbox = await modelSandbox('openai', [{ steps: [{ text: 'One moment' }, { hang: true }] }, HERE]);
  const terminal = await openRepl(sandbox);
  prompt(terminal, 'begin');
  await terminal.waitFor('One moment');
  terminal.send(KEYS.escape);
  await terminal.waitFor('Interrupted');
  await expect.poll(() => sandbox.server.requests[0]?.aborted).toBe(true);
  prompt(terminal, 'once more');
  await terminal.waitFor('Here I am.');
});

test('Esc while a command runs ends it, and the next prompt is answered', async () => {
  const sleep = { call: 'shell', args: { command: 'exec sleep 300' } };
  const sandbox = await modelSandbox('openai', [{ steps: [sleep] }, HERE]);
  const terminal = await openRepl(sandbox);
  prompt(terminal, 'begin');
  await answerDialog(terminal, '$ exec sleep 300', '1');
  await expect.poll(() => sleepers(sandbox.root)).toHaveLength(1);
  terminal.send(KEYS.escape);
  await terminal.waitFor('Interrupted');
  await expect.poll(() => sleepers(sandbox.root)).toEqual([]);
  prompt(terminal, 'once more');
  await terminal.waitFor('Here I am.');
});

test('/rewind lists what each turn changed, and puts files back', async () => {
  const sandbox = await modelSandbox(
    'openai',
    [
      { steps: [{ call: 'edit_file', args: { path: 'a.txt', old_text: 'one', new_text: 'two' } }] },
      { steps: [write('b.txt', 'new\n')] },
      { steps: [{ text: 'Both are done.' }] },
    ],
    { 'work/a.txt': 'one\n' },
  );
  const terminal = await openRepl(sandbox, {}, ['--permission-mode', 'acceptEdits']);
  prompt(terminal, 'change both');
  await terminal.waitFor('Both are done.');
  prompt(terminal, '/rewind');
  await terminal.waitFor('change both: a.txt, b.txt');
  prompt(terminal, '/rewind 1');
  await expect.poll(() => sandbox.read('a.txt')).toBe('one\n');
  await answerDialog(terminal, 'b.txt', KEYS.enter);
  await expect.poll(() => sandbox.read('b.txt')).toBeNull();
});

async function sleepers(marker: string): Promise<string[]> {
  const commands = (await liveProcesses(marker)).map(({ command }) => command);
  return commands.filter((command) => command.includes('sleep'));
}
