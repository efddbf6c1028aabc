import { expect, test } from 'vitest';
import { KEYS } from '../helpers/terminal-keys.ts';
import type { Terminal } from '../helpers/terminal.ts';
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
  await terminal.waitFor('✔ allows commands that fit make *: so also this');
  await terminal.waitFor('Enter sends it');
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
