import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveProcesses } from '../helpers/processes.ts';
import type { Sandbox } from '../helpers/sandbox.ts';
import { openTerminal, type Terminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { UNTOUCHED } from '../helpers/watch-modes.ts';
import { agentSandbox, answer, type Scenario, say } from './agent-sandbox.ts';
import { prompt } from './repl.ts';

const PERMISSION = {
  call: {
    method: 'session/request_permission',
    params: {
      sessionId: 's1',
      toolCall: { toolCallId: 't1', title: 'rm -r build', kind: 'execute' },
      options: [
        { optionId: 'y', name: 'Allow', kind: 'allow_once' },
        { optionId: 'n', name: 'Reject', kind: 'reject_once' },
      ],
    },
  },
};
const SCENARIO: Scenario = {
  on: {
    'session/prompt': [say('asking'), PERMISSION, { result: { stopReason: 'cancelled' } }],
    'session/prompt#2': answer('done'),
  },
};

/** Opens something over the prompt, with all that the REPL switches in a terminal switched. */
const OPENED: Readonly<Record<string, (terminal: Terminal) => Promise<unknown>>> = {
  'a dialog': async (terminal) => {
    prompt(terminal, 'go');
    await terminal.waitFor('Enter to choose');
  },
  'a panel': async (terminal) => {
    prompt(terminal, '/status');
    await terminal.waitFor('Esc to close');
  },
  'the pager': async (terminal) => {
    prompt(terminal, '!echo it runs');
    await terminal.waitFor(/^ +it runs$/m);
    await terminal.waitGone('Esc to stop the command');
    terminal.send(KEYS.ctrlO);
    await expect.poll(() => terminal.modes().alternate).toBe(true);
  },
  'an editor': async (terminal) => {
    terminal.send(`my draft${KEYS.ctrlG}`);
    await terminal.waitFor('the editor is here');
  },
  'a command': async (terminal) => {
    prompt(terminal, '!echo it runs; sleep 300');
    await terminal.waitFor(/^ +it runs$/m);
  },
};

async function opened(what: string): Promise<{ sandbox: Sandbox; terminal: Terminal }> {
  const sandbox = await agentSandbox(SCENARIO);
  const editor = join(sandbox.root, 'editor.sh');
  await writeFile(editor, '#!/bin/sh\necho the editor is here; sleep 300\n');
  await chmod(editor, 0o755);
  const terminal = openTerminal(sandbox, [], {
    env: { TERM_PROGRAM: 'ghostty', VISUAL: '', EDITOR: editor },
  });
  await terminal.waitFor('Ask anything');
  await OPENED[what]?.(terminal);
  return { sandbox, terminal };
}

/** What is left of the test's own programs. */
const leftIn = async ({ root }: Sandbox) => (await liveProcesses(root)).map(({ command }) => command);

test.each(Object.keys(OPENED))(
  'with %s open, SIGTERM gives the terminal back and leaves nothing',
  async (what) => {
    const { sandbox, terminal } = await opened(what);
    process.kill(terminal.pid, 'SIGTERM');
    expect(await terminal.exited).toBe(143);
    expect(terminal.modes()).toEqual(UNTOUCHED);
    await expect.poll(() => leftIn(sandbox)).toEqual([]);
    expect(await readdir(join(sandbox.root, 'tmp'))).toEqual([]);
  },
);

test.each(Object.keys(OPENED))('with %s open, closing the terminal leaves nothing', async (what) => {
  const { sandbox, terminal } = await opened(what);
  terminal.hangUp();
  await expect.poll(() => leftIn(sandbox)).toEqual([]);
  expect(await readdir(join(sandbox.root, 'tmp'))).toEqual([]);
});

test('Ctrl+C in an editor is for the editor: the draft is as it was, and so is simse', async () => {
  const { terminal } = await opened('an editor');
  // A second one would be for simse when the editor has ended before it.
  terminal.send(KEYS.ctrlC);
  await terminal.waitFor('nothing was changed');
  await terminal.waitFor('› my draft');
  terminal.send(' goes on');
  await terminal.waitFor('› my draft goes on');
  process.kill(terminal.pid, 'SIGTERM');
  expect(await terminal.exited).toBe(143);
});

test('the title stays while the pager is open, and is not touched while another program has the terminal', async () => {
  const { terminal } = await opened('the pager');
  await expect.poll(() => terminal.title()).toBe('simse · work');
  expect(terminal.modes()).toMatchObject({ keptTitles: 1, paste: true });
  terminal.send('q');
  await terminal.waitFor('? for keys');
  terminal.send(`my draft${KEYS.ctrlG}`);
  await terminal.waitFor('the editor is here');
  expect(terminal.modes()).toEqual(UNTOUCHED);
  process.kill(terminal.pid, 'SIGTERM');
  expect(await terminal.exited).toBe(143);
});

test('Ctrl+Z goes on at once where there is no shell to go on from, in the pager too', async () => {
  const { terminal } = await opened('the pager');
  terminal.send(KEYS.ctrlZ);
  await expect.poll(() => terminal.output().split('\u001b[?1049h')).toHaveLength(3);
  await expect.poll(() => terminal.modes()).toMatchObject({ alternate: true, keptTitles: 1 });
  terminal.send('q');
  await expect.poll(() => terminal.modes().alternate).toBe(false);
  const timesTaken = () => terminal.output().split('\u001b[?2004h').length;
  const before = timesTaken();
  terminal.send(KEYS.ctrlZ);
  terminal.send('typed on');
  // Until then Ctrl+C and Ctrl+D are for the terminal itself.
  await expect.poll(timesTaken).toBe(before + 1);
  await terminal.waitFor('› typed on');
  terminal.send(KEYS.ctrlC);
  // What is typed while the terminal is not simse's, the terminal itself may echo, and that stays.
  await terminal.waitGone('› typed on');
  terminal.send(KEYS.ctrlD);
  expect(await terminal.exited).toBe(0);
});
