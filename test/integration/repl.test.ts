import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { liveProcesses } from '../helpers/processes.ts';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { openTerminal } from '../helpers/terminal.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, fixture } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';
import { answerDialog, isRestored, openRepl, prompt } from './repl.ts';

async function sleepers(marker: string): Promise<string[]> {
  const commands = (await liveProcesses(marker)).map(({ command }) => command);
  return commands.filter((command) => command.includes('sleep'));
}

test('a first session: write, reject, interrupt, queue, resize, leave', async () => {
  const sandbox = await createSandbox({ 'work/notes.md': 'one\ntwo\nthree\n' });
  const terminal = await openRepl(sandbox);

  prompt(terminal, 'write notes.md\none\n2\nthree');
  const dialog = await terminal.waitFor('Enter to choose');
  expect(dialog).toMatch(/2 - two\n.*2 \+ 2\n/);
  expect(await readFile(join(sandbox.work, 'notes.md'), 'utf8')).toContain('two');
  await answerDialog(terminal, 'notes.md', KEYS.enter);
  await expect.poll(() => readFile(join(sandbox.work, 'notes.md'), 'utf8')).toBe('one\n2\nthree\n');

  prompt(terminal, 'run touch ran');
  await answerDialog(terminal, '$ touch ran', KEYS.escape);
  await terminal.waitFor('you rejected it');
  await expect(stat(join(sandbox.work, 'ran'))).rejects.toThrow('ENOENT');

  prompt(terminal, 'run sleep 300');
  await answerDialog(terminal, '$ sleep 300', '1');
  prompt(terminal, 'say from the queue');
  await terminal.waitFor('1 queued');
  terminal.resize(50, 16);
  await terminal.waitFor(/Esc to interrupt/);
  terminal.send(KEYS.escape);
  await terminal.waitFor('Interrupted');
  await terminal.waitFor('Enter to send the queued prompts');
  terminal.send(KEYS.enter);
  await terminal.waitFor('● from the queue');
  await expect.poll(() => sleepers(sandbox.root)).toEqual([]);

  terminal.send(KEYS.ctrlC);
  await terminal.waitFor('Ctrl+C again to exit');
  terminal.send(KEYS.ctrlC);
  expect(await terminal.exited).toBe(0);
  expect(isRestored(terminal)).toBe(true);

  const { stdout } = await runSimse(sandbox, ['sessions', 'list', '--format', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({
    sessions: [{ turns: 4, title: expect.stringContaining('write notes.md') }],
  });
});

test('an MCP server that is killed loses its tools, comes back, and the session goes on', async () => {
  const sandbox = await createSandbox({
    'config/mcp.json': { servers: [mcpServer('crash-after', {}, ['99'])] },
  });
  const terminal = await openRepl(sandbox, { columns: 120 });
  await terminal.waitFor(/simse built-in .* · 1 MCP server, 1 tool/);
  prompt(terminal, 'call crash-after/echo {}');
  await answerDialog(terminal, 'Call crash-after/echo', '2');
  await terminal.waitFor(/● pid \d+/);
  process.kill(Number(/● pid (\d+)/.exec(terminal.transcript())?.[1]), 'SIGKILL');
  await terminal.waitFor('crash-after: was ended by SIGKILL; 1 tool gone');
  await terminal.waitFor('crash-after: is back with 1 tool');
  prompt(terminal, 'call crash-after/echo {}');
  await terminal.waitFor(/● pid \d+[^]*is back[^]*● pid \d+/);
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('a backend that asks before it calls a tool is one question to the user, not two', async () => {
  const sandbox = await agentSandbox('simse-dialect-agent.mjs', {
    'config/mcp.json': { servers: [mcpServer('filesystem')] },
    'work/notes.md': 'the notes\n',
  });
  const terminal = await openRepl(sandbox);
  prompt(terminal, 'askcall filesystem/read_file {"path":"notes.md"}');
  await answerDialog(terminal, 'Call filesystem/read_file', KEYS.enter);
  await terminal.waitFor('● the notes');
  prompt(terminal, 'askcall filesystem/read_file {"path":"notes.md"}');
  await answerDialog(terminal, /the notes[^]*Call filesystem\/read_file/, '6');
  await terminal.waitFor('● reject_always');
  prompt(terminal, 'read notes.md');
  await terminal.waitFor(/● denied: .*for this session/);
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('a backend that crashes is told with its last words; the next prompt starts it again', async () => {
  const start = (scenario: string) => `exec "$0" "$1" "$HOME/${scenario}.json"`;
  const sandbox = await createSandbox({
    'config/acp.json': {
      servers: [
        {
          name: 'mock',
          command: 'sh',
          args: [
            '-c',
            `if [ -e "$HOME/crashed" ]; then ${start('good')}; else touch "$HOME/crashed"; ${start('bad')}; fi`,
            process.execPath,
            fixture('acp/mock-agent.mjs'),
          ],
        },
      ],
    },
    'home/bad.json': { on: { 'session/prompt': [{ stderr: 'out of memory\n' }, { exit: 137 }] } },
    'home/good.json': {
      on: {
        'session/prompt': [
          { update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'as new' } } },
          { result: { stopReason: 'end_turn' } },
        ],
      },
    },
  });
  const terminal = await openRepl(sandbox);
  prompt(terminal, 'hello');
  await terminal.waitFor('mock exited with code 137');
  await terminal.waitFor('out of memory');
  prompt(terminal, 'hello again');
  await terminal.waitFor('● as new');
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test.each([
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)(
  '%s in the middle of a turn restores the terminal and leaves nothing behind',
  async (signal, code) => {
    const sandbox = await createSandbox();
    const terminal = await openRepl(sandbox);
    prompt(terminal, 'run sleep 300');
    await answerDialog(terminal, '$ sleep 300', '1');
    const [simse] = (await liveProcesses(sandbox.root)).filter(({ command }) =>
      /^\S*node \S+simse\.js$/.test(command),
    );
    process.kill(simse?.pid ?? 0, signal);
    expect(await terminal.exited).toBe(code);
    expect(isRestored(terminal)).toBe(true);
  },
);

test('closing the terminal’s window ends everything, and simse without a crash', async () => {
  const sandbox = await createSandbox();
  const terminal = openTerminal(sandbox, []);
  await terminal.waitFor('Ask anything');
  prompt(terminal, 'run sleep 300');
  await answerDialog(terminal, '$ sleep 300', '1');
  terminal.hangUp();
  // Ended by SIGKILL, where Node itself would abort.
  expect(await terminal.exited).toBe(128 + 9);
});
