import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import type { Terminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer, END, type Step } from './agent-sandbox.ts';
import { DIALOG, openRepl, prompt } from './repl.ts';

const OPTIONS = [
  { optionId: 'once', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];

/** The agent asks whether it may run this, and goes on when it has been answered. */
function askToRun(id: number, command: string): Step {
  const toolCall = { toolCallId: `call-${id}`, title: 'Bash', kind: 'execute', rawInput: { command } };
  const params = { sessionId: 's1', toolCall, options: OPTIONS };
  return { call: { id, method: 'session/request_permission', params } };
}

async function atDialog(terminal: Terminal, subject: string, ...keys: string[]): Promise<void> {
  await terminal.waitFor(`$ ${subject}`);
  await terminal.waitFor(DIALOG);
  for (const key of keys) terminal.send(key);
}

test("a rule made beside an agent's question answers the next one, is listed, and is forgotten", async () => {
  const sandbox = await agentSandbox({
    on: {
      'session/prompt': [askToRun(1, 'make one'), askToRun(2, 'make two'), ...answer('made both')],
      'session/prompt#2': [askToRun(3, 'make three'), END],
    },
  });
  const terminal = await openRepl(sandbox);
  prompt(terminal, 'go');
  await atDialog(terminal, 'make one', 'e');
  await terminal.waitFor('Allow for this session: shell(make one)▏');
  terminal.send(`${KEYS.backspace}${KEYS.backspace}${KEYS.backspace}${KEYS.backspace}*)`);
  await terminal.waitFor('✔ covers this: allows commands that match make *');
  await terminal.waitFor('Enter to confirm');
  terminal.send(KEYS.enter);
  await terminal.waitFor('made both');
  prompt(terminal, '/permissions');
  await terminal.waitFor(/shell\(make \*\) +your answer/);
  terminal.send(KEYS.delete);
  await terminal.waitFor('shell(make *) is forgotten.');
  terminal.send(KEYS.escape);
  await terminal.waitGone('── Permissions');
  prompt(terminal, 'again');
  await atDialog(terminal, 'make three', KEYS.escape);
  await terminal.waitGone(DIALOG);
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('the reason of a rejection reaches the agent as its next prompt', async () => {
  const sandbox = await agentSandbox({
    on: {
      'session/prompt': [askToRun(1, 'npm install'), ...answer('as you like')],
      'session/prompt#2': answer('pnpm it is'),
    },
  });
  const terminal = await openRepl(sandbox);
  prompt(terminal, 'go');
  await atDialog(terminal, 'npm install', KEYS.tab);
  await terminal.waitFor('Reject, because: ▏');
  terminal.send('use pnpm');
  terminal.send(KEYS.enter);
  await terminal.waitFor('pnpm it is');
  expect(terminal.transcript()).toContain('› I rejected "Run npm install": use pnpm');
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('what is typed over a question is a draft: neither Enter nor Shift+Tab answers, and the record has who did by which key', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': [askToRun(1, 'rm -rf docs'), END] } });
  const terminal = await openRepl(sandbox);
  prompt(terminal, 'go');
  await terminal.waitFor('$ rm -rf docs');
  terminal.send('no, stop');
  await terminal.waitFor('draft kept: no, stop');
  await terminal.waitFor('↑↓ to the answers');
  terminal.send(`${KEYS.enter}${KEYS.shiftTab}${KEYS.enter}1`);
  await terminal.waitFor('draft kept: no, stop1');
  expect((await sandbox.sent()).filter(({ id, result }) => id === 1 && result !== undefined)).toEqual([]);
  terminal.send(KEYS.tab);
  await terminal.waitFor('Reject, because: no, stop1▏');
  terminal.send(KEYS.enter);
  await terminal.waitFor('rejected');
  const { stdout: id } = await runSimse(sandbox, ['sessions', 'list', '--format', 'json']);
  const [session] = (JSON.parse(id) as { sessions: { id: string }[] }).sessions;
  const record = join(sandbox.root, 'data/sessions', session?.id ?? '', 'events.jsonl');
  await expect
    .poll(async () => readFile(record, 'utf8'))
    .toContain('"answer":{"option":"Reject · “No”","key":"Enter"}');
});
