import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, type Step, say } from './agent-sandbox.ts';
import { openRepl, prompt } from './repl.ts';

const OPTIONS = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const call = (method: string, params: object): Step => ({
  call: { method, params: { sessionId: 's1', ...params } },
});
const askFor = (toolCall: object): Step => call('session/request_permission', { toolCall, options: OPTIONS });

test('after Esc nothing of the turn is allowed any more, whatever the rules say', async () => {
  const sandbox = await agentSandbox({
    on: {
      'session/prompt': [
        say('working'),
        { wait: 'session/cancel' },
        askFor({ toolCallId: 't1', kind: 'execute', rawInput: { command: 'git status' } }),
        askFor({
          toolCallId: 't2',
          kind: 'edit',
          content: [{ type: 'diff', path: '$cwd/a.txt', oldText: 'a', newText: 'b' }],
        }),
        call('fs/read_text_file', { path: '$cwd/a.txt' }),
        call('fs/write_text_file', { path: '$cwd/a.txt', content: 'b' }),
        call('fs/write_text_file', { path: '$cwd/new/b.txt', content: 'b' }),
        call('terminal/create', { command: 'touch', args: ['ran'] }),
        { result: { stopReason: 'cancelled' } },
      ],
    },
  });
  await writeFile(join(sandbox.work, 'a.txt'), 'a');
  const rules = ['--allow', 'shell', '--allow', 'write_file(**)', '--permission-mode', 'acceptEdits'];
  const terminal = await openRepl(sandbox, {}, rules);
  prompt(terminal, 'go');
  await terminal.waitFor('working');
  terminal.send(KEYS.escape);
  const answers = async () =>
    (await sandbox.sent()).filter((message) => !('method' in message || 'asked' in message));
  await expect.poll(async () => (await answers()).length, { timeout: 10_000 }).toBe(6);
  const cancelled = { result: { outcome: { outcome: 'cancelled' } } };
  const refused = { error: { code: -32800 } };
  expect(await answers()).toMatchObject([cancelled, cancelled, refused, refused, refused, refused]);
  for (const name of ['ran', 'new']) {
    await expect(stat(join(sandbox.work, name))).rejects.toMatchObject({ code: 'ENOENT' });
  }
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});
