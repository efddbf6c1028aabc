import { methods, RequestError } from '@agentclientprotocol/sdk';
import { expect, test, vi } from 'vitest';
import { COMMANDS } from '../../src/agent/command-mode/command-table.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { connectClient } from './agent-client.ts';

test('a session announces its commands as slash commands, after its id is known', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  await expect.poll(() => client.updates).toHaveLength(1);
  const [update] = client.updates;
  const commands = update?.sessionUpdate === 'available_commands_update' ? update.availableCommands : [];
  expect(commands.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['help', 'tools', 'read', 'list', 'glob', 'grep', 'write', 'run', 'call', 'say']),
  );
  expect(commands.find(({ name }) => name === 'read')?.input).toEqual({ hint: '<path> [from-to]' });
});

test('say answers with its text', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  await client.prompt('say hello *there*');
  expect(client.answer()).toBe('hello *there*');
  expect(client.calls()).toEqual([]);
});

test('help lists every command', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  await client.prompt('/help');
  for (const { name } of COMMANDS) expect(client.answer()).toContain(`| \`${name}`);
});

test('a question for a model gets a short answer with what there is and two ways to connect one', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  expect(await client.prompt('why does checkout fail?')).toEqual({ stopReason: 'end_turn' });
  expect(client.answer()).toMatch(/^No model is connected/);
  expect(client.answer()).toContain('`help`');
  expect(client.answer()).toContain('acp.json');
  expect(client.answer()).toContain('--agent-command');
  expect(client.answer().split('\n').length).toBeLessThan(12);
});

test('a mistyped command is told from a question', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  await client.prompt('raed README.md');
  expect(client.answer()).toContain('Did you mean `read README.md`?');
});

test('when one line is no command nothing is run, and the line is named', async () => {
  const client = await connectClient({ cwd: await tempDir({ 'a.txt': '' }) });
  await client.prompt('list\nread a.txt\nplease fix it');
  expect(client.calls()).toEqual([]);
  expect(client.answer()).toContain('line 3, `please fix it`: this is not a command');
});

test('a command is run in a terminal of the client, and its output answered', async () => {
  const cwd = await tempDir();
  const client = await connectClient({ cwd });
  await client.prompt('run echo one; echo two >&2');
  expect(client.answer()).toBe('```\none\ntwo\n```');
  expect(client.calls()).toMatchObject([
    {
      title: 'echo one; echo two >&2',
      kind: 'execute',
      rawInput: { command: 'echo one; echo two >&2', cwd },
      content: [{ type: 'terminal', terminalId: 'term-1' }],
      rawOutput: { exitCode: 0 },
      status: 'completed',
    },
  ]);
});

test.each([
  ['run echo bad; exit 3', '```\nbad\n```\n\nExit code 3.'],
  ['run kill -9 $$', 'It was ended by SIGKILL.'],
])('%s fails and says how', async (prompt, answer) => {
  const client = await connectClient({ cwd: await tempDir() });
  await client.prompt(prompt);
  expect(client.answer()).toBe(answer);
  expect(client.calls()).toMatchObject([{ status: 'failed' }]);
});

test('a command without output says so', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  await client.prompt('run true');
  expect(client.answer()).toBe('No output.');
});

test.each([
  ['allow_once', '```\nno key\n```'],
  ['reject_once', 'Not allowed.'],
])(
  'for a client without terminals the agent runs a command itself, after asking: %s',
  async (choose, answer) => {
    const cwd = await tempDir();
    const client = await connectClient({ cwd, capabilities: {}, choose });
    const line = 'echo no key';
    await client.prompt(`run ${line}`);
    expect(client.answer()).toBe(answer);
    expect(client.questions).toMatchObject([
      { toolCall: { kind: 'execute', title: line, rawInput: { command: line, cwd } } },
    ]);
  },
);

test('of several steps a refused one is answered in the words of the client, and the others are done', async () => {
  const reason = 'needs permission, and nobody can be asked; --allow "shell(node --version)" would allow it';
  const guard = ({ command }: { command?: string }) => {
    if (command !== undefined) throw new RequestError(-32003, reason);
  };
  const client = await connectClient({ cwd: await tempDir({ 'src/a.ts': 'x\n' }), guard });
  await client.prompt('list src\nrun node --version\nread src/a.ts\nsay done\n');
  expect(client.answer()).toBe(
    [
      '### `list src`\n\n```\na.ts\n```\n',
      `### \`run node --version\`\n\n${reason}\n`,
      '### `read src/a.ts`\n\n```ts\nx\n```\n',
      '\ndone\n',
      '\n1 of 4 steps failed: `run node --version`.\n',
    ].join(''),
  );
  expect(client.calls().map(({ status }) => status)).toEqual(['completed', 'failed', 'completed']);
  expect(client.calls()[1]?.['content']).toEqual([
    { type: 'content', content: { type: 'text', text: reason } },
  ]);
});

test('several steps are shown as a plan that comes to its end', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  await client.prompt('say one\nlist nope');
  const plans = client.updates.flatMap((update) => (update.sessionUpdate === 'plan' ? [update.entries] : []));
  expect(plans.map((entries) => entries.map(({ status }) => status))).toEqual([
    ['in_progress', 'pending'],
    ['completed', 'pending'],
    ['completed', 'in_progress'],
    ['completed', 'completed'],
  ]);
  expect(plans.at(-1)?.map(({ content }) => content)).toEqual(['say one', 'list nope (failed)']);
});

test('cancelling ends the command that runs and the steps after it', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  const turn = client.prompt('run sleep 60\nsay never');
  await expect.poll(() => client.terminals.size).toBe(1);
  await client.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  expect(client.answer()).toBe('');
  expect(client.calls()).toMatchObject([
    { status: 'failed', content: [{ type: 'terminal' }, { type: 'content' }] },
  ]);
  await expect.poll(() => client.terminals.get('term-1')?.snapshot().exit).not.toBeNull();
});

test('cancelling while the client is still asked about a command leaves no command behind', async () => {
  let answer = (): void => {};
  const asked = new Promise<void>((resolve) => (answer = resolve));
  const guard = vi.fn<() => Promise<void>>(() => asked);
  const client = await connectClient({ cwd: await tempDir(), guard });
  const turn = client.prompt('run sleep 60');
  await expect.poll(() => guard.mock.calls).toHaveLength(1);
  await client.cancel();
  expect(await turn).toEqual({ stopReason: 'cancelled' });
  answer();
  await expect.poll(() => client.terminals.get('term-1')?.snapshot().exit ?? null).not.toBeNull();
});

test('a prompt that comes during a turn waits for it', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  const turns = [client.prompt('run sleep 0.2; echo first'), client.prompt('say second')];
  expect(await Promise.all(turns)).toEqual([{ stopReason: 'end_turn' }, { stopReason: 'end_turn' }]);
  expect(client.answer()).toBe('```\nfirst\n```second');
});

test('a closed session is gone, and so is one that never was', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  const { agent } = client.connection;
  await agent.request(methods.agent.session.close, { sessionId: client.sessionId });
  await expect(client.prompt('say hi')).rejects.toMatchObject({ code: -32002 });
});

test('a session needs an absolute folder', async () => {
  const client = await connectClient({ cwd: await tempDir() });
  const opening = client.connection.agent.request(methods.agent.session.new, { cwd: 'src', mcpServers: [] });
  await expect(opening).rejects.toMatchObject({ code: -32602 });
});
