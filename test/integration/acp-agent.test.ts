import { readFile, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import {
  type AgentSandbox,
  agentSandbox,
  answer,
  END,
  type Scenario,
  type Step,
  say,
} from './agent-sandbox.ts';

const OPTIONS = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Always', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
];
const update = (fields: object): Step => ({ update: fields });
const call = (method: string, params: object): Step => ({
  call: { method, params: { sessionId: 's1', ...params } },
});
const askFor = (toolCall: object): Step => call('session/request_permission', { toolCall, options: OPTIONS });
const prompting = (...steps: Step[]): Scenario => ({ on: { 'session/prompt': [...steps, END] } });

/** What simse answered to the agent's requests, in order: the option it chose, the result or the error's message. */
async function answersTo(sandbox: AgentSandbox): Promise<unknown[]> {
  const messages = await sandbox.sent();
  const answers = messages.filter((message) => !('method' in message || 'asked' in message));
  return answers.map(({ result, error }) => {
    const { outcome } = (result ?? {}) as { outcome?: { optionId?: string } };
    return outcome?.optionId ?? (error as { message: string } | undefined)?.message ?? result;
  });
}

const QUESTIONS = [
  askFor({
    toolCallId: 't1',
    title: 'Edit',
    kind: 'edit',
    content: [{ type: 'diff', path: '$cwd/a.ts', oldText: 'a', newText: 'b' }],
  }),
  askFor({ toolCallId: 't2', title: 'Run it', kind: 'execute', rawInput: { command: 'npm test' } }),
  askFor({ toolCallId: 't3', title: 'Look it up', kind: 'fetch' }),
];
const ANSWERS: [string, string[], string[], number][] = [
  ['nothing said', [], ['no', 'no', 'no'], 5],
  ['acceptEdits', ['--permission-mode', 'acceptEdits'], ['yes', 'no', 'no'], 5],
  ['plan', ['--permission-mode', 'plan'], ['no', 'no', 'no'], 5],
  ['bypassPermissions', ['--permission-mode', 'bypassPermissions'], ['yes', 'yes', 'yes'], 0],
  ['dontAsk', ['--permission-mode', 'dontAsk'], ['no', 'no', 'no'], 5],
  [
    'dontAsk and a command allowed',
    ['--permission-mode', 'dontAsk', '--allow', 'shell(npm *)'],
    ['no', 'yes', 'no'],
    5,
  ],
  ['a command allowed', ['--allow', 'shell(npm *)'], ['no', 'yes', 'no'], 5],
  [
    'bypassPermissions and denying rules',
    ['--permission-mode', 'bypassPermissions', '--deny', 'shell(npm *)', '--deny', 'write_file(a.ts)'],
    ['no', 'no', 'yes'],
    5,
  ],
];
test.each(ANSWERS)(
  'with %s, an agent that asks to edit, run and fetch is answered in its own options',
  async (_title, args, answers, expected) => {
    const sandbox = await agentSandbox(prompting(...QUESTIONS));
    const { stderr, exitCode } = await runSimse(sandbox, ['-p', 'go', ...args]);
    expect(await answersTo(sandbox)).toEqual(answers);
    expect(stderr.split('Denied: ')).toHaveLength(1 + answers.filter((option) => option === 'no').length);
    expect(exitCode).toBe(expected);
  },
);

test('-p says on stderr that nothing is asked, and that dontAsk denies by now', async () => {
  const sandbox = await agentSandbox(prompting());
  const bypassing = await runSimse(sandbox, ['-p', 'go', '--permission-mode', 'bypassPermissions']);
  expect(bypassing.stderr).toContain('The mode is bypassPermissions: everything runs without asking');
  const denying = await runSimse(sandbox, ['-p', 'go', '--permission-mode', 'dontAsk']);
  expect(denying.stderr).toContain('--permission-mode: dontAsk now denies what no rule allows');
  expect((await runSimse(sandbox, ['-p', 'go'])).stderr).not.toMatch(/bypassPermissions|dontAsk/);
});

test('files are read and written in the workspace only, also where a symlink leads out of it', async () => {
  const sandbox = await agentSandbox(
    prompting(
      call('fs/read_text_file', { path: '$cwd/a.txt' }),
      call('fs/read_text_file', { path: '$cwd/../outside/b.txt' }),
      call('fs/read_text_file', { path: '$cwd/link/b.txt' }),
      call('fs/write_text_file', { path: '$cwd/new/c.txt', content: 'written' }),
      call('fs/write_text_file', { path: '$cwd/link/c.txt', content: 'escaped' }),
      call('fs/write_text_file', { path: '$cwd/.git/hooks/pre-commit', content: 'escaped' }),
    ),
    { 'work/a.txt': 'inside', 'outside/b.txt': 'secret' },
  );
  await symlink(join(sandbox.root, 'outside'), join(sandbox.work, 'link'));
  const { exitCode } = await runSimse(sandbox, ['-p', 'go', '--permission-mode', 'acceptEdits']);
  const denied = (what: string) =>
    expect.stringMatching(new RegExp(`^${what} .* was not allowed: .*--allow`));
  expect(await answersTo(sandbox)).toEqual([
    { content: 'inside' },
    denied('Reading'),
    denied('Reading'),
    {},
    denied('Writing'),
    denied('Writing'),
  ]);
  expect(exitCode).toBe(5);
  expect(await readFile(join(sandbox.work, 'new/c.txt'), 'utf8')).toBe('written');
  for (const file of ['outside/c.txt', 'work/.git']) {
    await expect(stat(join(sandbox.root, file))).rejects.toThrow('ENOENT');
  }
});

test('a command runs where a rule allows it; one that smuggles in a second does not', async () => {
  const terminal = { terminalId: '$terminalId' };
  const sandbox = await agentSandbox(
    prompting(
      call('terminal/create', { command: 'node', args: ['-p', '6*7'] }),
      call('terminal/wait_for_exit', terminal),
      call('terminal/output', terminal),
      call('terminal/release', terminal),
      call('terminal/create', { command: 'node -p 1; touch ran' }),
      call('terminal/create', { command: 'sh', args: ['-c', 'node -p "$(touch ran)"'] }),
    ),
  );
  const { exitCode } = await runSimse(sandbox, ['-p', 'go', '--allow', 'shell(node *)']);
  expect(await answersTo(sandbox)).toMatchObject([
    { terminalId: expect.any(String) },
    { exitCode: 0, signal: null },
    { output: '42\n', truncated: false, exitStatus: { exitCode: 0 } },
    {},
    expect.stringContaining('was not allowed'),
    expect.stringContaining('was not allowed'),
  ]);
  expect(exitCode).toBe(5);
  await expect(stat(join(sandbox.work, 'ran'))).rejects.toThrow('ENOENT');
});

test('plan, thoughts, tools and usage are lines of stream-json; the text is the answer alone', async () => {
  const sandbox = await agentSandbox(
    prompting(
      update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'hm' } }),
      update({
        sessionUpdate: 'plan',
        entries: [{ content: 'look', priority: 'high', status: 'in_progress' }],
      }),
      update({ sessionUpdate: 'tool_call', toolCallId: 't1', title: 'Look', kind: 'search' }),
      update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'completed' }),
      say('found it \u001b[31mred\u001b[0m'),
      update({ sessionUpdate: 'made_up_update', text: 'x' }),
      update({
        sessionUpdate: 'usage_update',
        used: 1200,
        size: 200_000,
        cost: { amount: 0.02, currency: 'USD' },
      }),
    ),
  );
  const usage = { used: 1200, size: 200_000, cost: { amount: 0.02, currency: 'USD' } };
  const streamed = await runSimse(sandbox, ['-p', 'go', '--format', 'stream-json']);
  const lines = streamed.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toMatchObject([
    { type: 'init', backend: 'mock', backend_session_id: 's1' },
    { type: 'message', role: 'thought', text: 'hm' },
    { type: 'plan', entries: [{ content: 'look', status: 'in_progress' }] },
    { type: 'tool_call', id: 't1', title: 'Look', kind: 'search' },
    { type: 'tool_result', id: 't1', status: 'completed' },
    { type: 'message', role: 'agent' },
    { type: 'usage', ...usage },
    { type: 'result', subtype: 'success', stop_reason: 'end_turn', usage },
  ]);
  expect((await runSimse(sandbox, ['-p', 'go'])).stdout).toBe('found it red\n');
});

test('an agent that wants a login ends with 6 and says how it is done', async () => {
  const authMethods = [{ id: 'oauth', name: 'Log in with the browser' }];
  const sandbox = await agentSandbox({
    on: {
      initialize: [{ result: { protocolVersion: 1, authMethods } }],
      'session/new': [{ error: { code: -32000, message: 'Authentication required' } }],
    },
  });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'go']);
  expect(stderr).toMatch(/mock needs a login: Authentication required\n.*Log in with the browser/);
  expect([stdout, exitCode]).toEqual(['', 6]);
});

test('--model chooses a model of the agent; one that it has not is told with those it has', async () => {
  const configOptions = [
    {
      id: 'model',
      name: 'Model',
      category: 'model',
      type: 'select',
      currentValue: 'small',
      options: [
        { value: 'small', name: 'Small' },
        { value: 'large', name: 'Large' },
      ],
    },
  ];
  const sandbox = await agentSandbox({
    on: {
      'session/new': [{ result: { sessionId: 's1', configOptions } }],
      'session/set_config_option': [{ result: { configOptions } }],
      'session/prompt': answer('hello'),
    },
  });
  const chosen = await runSimse(sandbox, ['-p', 'go', '--model', 'large']);
  expect([chosen.stdout, chosen.exitCode]).toEqual(['hello\n', 0]);
  expect(await sandbox.sent()).toContainEqual(
    expect.objectContaining({
      method: 'session/set_config_option',
      params: expect.objectContaining({ configId: 'model', value: 'large' }),
    }),
  );
  const unknown = await runSimse(sandbox, ['-p', 'go', '--model', 'huge']);
  expect(unknown.stderr).toMatch(/huge.*small.*large/is);
});
