import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { type AgentSandbox, agentSandbox, answer, type Step } from './agent-sandbox.ts';
import { mcpServer } from './mcp-servers.ts';
import { answerDialog, openRepl, prompt } from './repl.ts';

interface Wanted {
  id: string;
  name: string;
  args?: object;
}

/** An agent that calls these tools of the fixture `workshop` through the bridge, all at once, and says when it is done. */
function workshop(tools: Wanted[], takesHttp = true, ...before: Step[]): Promise<AgentSandbox> {
  const agentCapabilities = { mcpCapabilities: { http: takesHttp } };
  return agentSandbox(
    {
      on: {
        initialize: [{ result: { protocolVersion: 1, agentCapabilities } }],
        'session/prompt': [...before, { tools }, ...answer('all done')],
      },
    },
    { 'config/mcp.json': { servers: [mcpServer('workshop', {}, ['${HOME}/given-up.log'])] } },
  );
}

/** What asks takes no keys when it has just appeared, so that nobody answers it by typing on. */
const GUARD_MS = 220;

const wait = (id: string, args: object): Wanted => ({ id, name: 'workshop__wait', args });

test.each([
  ['HTTP', true],
  ['a program that it starts', false],
])('over %s an agent calls tools at once, and how far they are is told', async (_form, takesHttp) => {
  const tools = [wait('t1', { ms: 2700, steps: 27, name: 'one' }), wait('t2', { name: 'two' })];
  const sandbox = await workshop(tools, takesHttp);
  const { stdout, exitCode } = await runSimse(sandbox, [
    '-p',
    'go',
    '--allow',
    'workshop/wait',
    '--format',
    'stream-json',
  ]);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string; id?: string; progress?: number });
  const progress = lines.filter(({ type }) => type === 'tool_progress');
  expect(progress.length).toBeGreaterThan(2);
  expect(progress.length).toBeLessThan(27);
  expect(progress[0]).toMatchObject({ tool: 'workshop/wait', progress: 1, total: 27, message: 'step 1' });
  expect(progress.at(-1)).toMatchObject({ progress: 27 });
  const ended = lines.filter(({ type }) => type === 'tool_result');
  expect(ended.map(({ id }) => id)).toEqual(['t2', 't1']);
  expect(JSON.stringify(ended)).toMatch(/waited two.*waited one/);
  expect(lines.at(-1)).toMatchObject({ type: 'result', subtype: 'success' });
  expect(exitCode).toBe(0);
});

test('three calls at once are three questions, one after the other, each with its own answer', async () => {
  const tools = ['one', 'two', 'three'].map((name) => wait(name, { name }));
  const terminal = await openRepl(await workshop(tools));
  prompt(terminal, 'go');
  // Which comes first is not said.
  const keys: Record<string, string> = { one: '1', two: KEYS.escape, three: '1' };
  for (const count of ['1 of 3', '1 of 2', 'Esc to reject']) {
    const [, name = ''] = /"name": "(\w+)"/.exec(await terminal.waitFor(count)) ?? [];
    await answerDialog(terminal, count, keys[name] ?? '');
  }
  await terminal.waitFor('● all done');
  const said = terminal.transcript();
  expect(said).toMatch(/waited one/);
  expect(said).toMatch(/workshop\/wait was not called: you rejected it/);
  expect(said).toMatch(/waited three/);
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('a bar shows how far a call is, and is gone when it has ended', async () => {
  const terminal = await openRepl(await workshop([wait('t1', { ms: 3000, steps: 10, name: 'long' })]));
  prompt(terminal, 'go');
  await answerDialog(terminal, 'Call workshop/wait', '1');
  await terminal.waitFor(/workshop(?:__|\/)wait.* +\d+s\n +━+─+ +\d0% +step \d/);
  await terminal.waitFor('● all done');
  expect(terminal.transcript()).not.toContain('━');
  expect(terminal.transcript()).toMatch(/workshop(?:__|\/)wait.* +\d.*\n +waited long/);
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('a server that dies in the middle of a call fails that call, and is back for the next', async () => {
  const sandbox = await workshop([wait('t1', { name: 'again' })], true, {
    tools: [{ id: 't0', name: 'workshop__die' }],
  });
  const { stdout, exitCode } = await runSimse(sandbox, [
    '-p',
    'go',
    '--allow',
    'workshop/*',
    '--format',
    'json',
  ]);
  expect(JSON.parse(stdout)).toMatchObject({
    result: 'all done',
    tool_calls: [
      { id: 't0', status: 'failed', error: expect.stringContaining('server workshop exited with code 3') },
      { id: 't1' },
    ],
  });
  expect(exitCode).toBe(0);
});

test('what a server asks during a call is asked of the user, not of the agent', async () => {
  const ask = { id: 't1', name: 'workshop__ask', args: { message: 'Which colour?' } };
  const terminal = await openRepl(await workshop([ask]));
  prompt(terminal, 'go');
  await answerDialog(terminal, 'Call workshop/ask', '1');
  await terminal.waitFor('Which colour?');
  await terminal.waitFor('› answer');
  await delay(GUARD_MS);
  terminal.send('green');
  await terminal.waitFor('green');
  terminal.send(KEYS.enter);
  await terminal.waitFor('accept {"answer":"green"}');
  await terminal.waitFor('● all done');
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('Esc ends a call whose agent does not give it up', async () => {
  const sandbox = await workshop([wait('t1', { ms: 60_000, steps: 600, name: 'long' })]);
  const terminal = await openRepl(sandbox);
  prompt(terminal, 'go');
  await answerDialog(terminal, 'Call workshop/wait', '1');
  await terminal.waitFor(/─ +0%|━/);
  terminal.send(KEYS.escape);
  await terminal.waitFor('Interrupted after');
  await expect.poll(() => readFile(join(sandbox.home, 'given-up.log'), 'utf8')).toBe('long\n');
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});
