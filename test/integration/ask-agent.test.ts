import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { type AgentSandbox, agentSandbox, answer, END, type Step, say } from './agent-sandbox.ts';
import { serveClient } from './serve-client.ts';

const HTTP = {
  initialize: [{ result: { protocolVersion: 1, agentCapabilities: { mcpCapabilities: { http: true } } } }],
};
const SHELVE = {
  tools: [{ id: 't1', name: 'simse__library_shelve', args: { topic: 'a', text: 'A fact.' } }],
};

const promptedWith = (...steps: Step[]): Promise<AgentSandbox> =>
  agentSandbox({ on: { ...HTTP, 'session/prompt': steps } });

test('a client has the configured backend work, hears how it goes, and the session is recorded', async () => {
  const sandbox = await promptedWith(say('Let me look. '), { pause: 300 }, ...answer('It is the guard.'));
  const { call, stderr } = await serveClient(sandbox);
  const told: string[] = [];
  const onprogress = ({ message = '' }: { message?: string | undefined }) => void told.push(message);
  const result = await call('ask_agent', { prompt: 'Why does checkout fail?' }, { onprogress });
  expect(result).toMatchObject({
    isError: false,
    text: 'Let me look. It is the guard.',
    structuredContent: { backend: 'mock', stopReason: 'end_turn', toolCalls: [], denied: [] },
  });
  // The SDK's client passes over progress that it reads together with the answer; a call below shows that it comes.
  expect(told).toEqual(['Let me look. ', 'It is the guard.'].slice(0, told.length));
  const { sessionId } = result.structuredContent as { sessionId: string };
  expect((await call('session_read', { id: sessionId })).text).toContain('Why does checkout fail?');
  const { stdout } = await runSimse(sandbox, ['sessions', 'list', '--format', 'json']);
  expect(JSON.parse(stdout)).toMatchObject({ sessions: [{ id: sessionId, backend: 'mock' }] });
  expect(stderr()).toBe('');
});

test('what the backend is not allowed is denied and said, with the flag that would allow it', async () => {
  const sandbox = await promptedWith(SHELVE, ...answer('done'));
  const refused = await (await serveClient(sandbox)).call('ask_agent', { prompt: 'go' });
  expect(refused.text).toContain("--allow 'simse/library_shelve' would allow it");
  expect(refused.structuredContent).toMatchObject({
    toolCalls: [{ title: 'simse__library_shelve', status: 'failed' }],
    denied: [expect.stringContaining('Call simse/library_shelve')],
  });
  const allowing = await serveClient(sandbox, ['--allow', 'simse/library_shelve']);
  expect((await allowing.call('ask_agent', { prompt: 'go' })).structuredContent).toMatchObject({
    denied: [],
  });
  expect((await allowing.call('library_search', { query: 'fact' })).text).toContain('"source": "mock"');
});

test('a client that can be asked is asked for each permission, and decides', async () => {
  const sandbox = await promptedWith(SHELVE, ...answer('done'));
  const asked: unknown[] = [];
  const answers = ['reject_once', 'allow_once'];
  const { call } = await serveClient(sandbox, [], (params) => {
    asked.push(params);
    return { action: 'accept', content: { answer: answers.shift() ?? '' } };
  });
  expect((await call('ask_agent', { prompt: 'go' })).structuredContent).toMatchObject({
    denied: ['Call simse/library_shelve: you rejected it'],
  });
  expect(asked).toMatchObject([
    {
      message: expect.stringMatching(/^mock asks: Call simse\/library_shelve\n\n\{[^]*"text": "A fact\."/),
      requestedSchema: {
        properties: {
          answer: { oneOf: expect.arrayContaining([{ const: 'allow_once', title: 'Allow once' }]) },
        },
      },
    },
  ]);
  expect((await call('ask_agent', { prompt: 'go' })).structuredContent).toMatchObject({ denied: [] });
});

test("the backend's own questions go to the client, and its answers back", async () => {
  const form = {
    sessionId: 's1',
    mode: 'form',
    message: 'Where should it go?',
    requestedSchema: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } },
  };
  const sandbox = await promptedWith(
    { call: { method: 'elicitation/create', params: form } },
    ...answer('ok'),
  );
  const { call } = await serveClient(sandbox, [], ({ message }) => ({
    action: 'accept',
    content: { name: `Ada, asked ${message}` },
  }));
  expect((await call('ask_agent', { prompt: 'deploy' })).text).toBe('ok');
  expect(JSON.stringify(await sandbox.sent())).toContain('Ada, asked Where should it go?');
});

test('a call that is given up cancels the turn', async () => {
  const sandbox = await promptedWith(
    say('working'),
    { wait: 'session/cancel' },
    {
      result: { stopReason: 'cancelled' },
    },
  );
  const { call } = await serveClient(sandbox);
  const given = new AbortController();
  const told: unknown[] = [];
  const onprogress = ({ message }: { message?: string | undefined }): void => {
    told.push(message);
    given.abort();
  };
  await expect(call('ask_agent', { prompt: 'go' }, { signal: given.signal, onprogress })).rejects.toThrow(
    /abort/i,
  );
  expect(told).toEqual(['working']);
  await expect
    .poll(async () => (await sandbox.sent()).map(({ method }) => method))
    .toContain('session/cancel');
});

test('an agent that takes too long is cancelled, and that is said', async () => {
  const sandbox = await promptedWith({ wait: 'session/cancel' }, { result: { stopReason: 'cancelled' } });
  const { call } = await serveClient(sandbox, ['--timeout', '1s']);
  expect(await call('ask_agent', { prompt: 'go' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('took longer than 1 s'),
  });
});

test('it works where the server was started for, and nowhere else', async () => {
  const sandbox = await promptedWith(...answer('done'));
  await mkdir(join(sandbox.work, 'part'));
  await symlink(sandbox.home, join(sandbox.work, 'link'));
  const { call } = await serveClient(sandbox);
  await call('ask_agent', { prompt: 'go', cwd: 'part' });
  const opened = (await sandbox.sent()).find(({ method }) => method === 'session/new');
  expect(opened).toMatchObject({ params: { cwd: join(sandbox.work, 'part') } });
  for (const cwd of [sandbox.home, '..', 'link', '/'])
    expect(await call('ask_agent', { prompt: 'go', cwd })).toMatchObject({
      isError: true,
      text: expect.stringContaining('--add-dir <directory> adds another'),
    });
  expect((await call('ask_agent', { prompt: 'go', cwd: 'missing' })).text).toContain('is not a directory');
  const wider = await serveClient(sandbox, ['--add-dir', sandbox.home]);
  expect((await wider.call('ask_agent', { prompt: 'go', cwd: sandbox.home })).text).toBe('done');
});

test('the built-in backend can be asked by its name, and another name is refused', async () => {
  const sandbox = await promptedWith(END);
  const { call } = await serveClient(sandbox);
  expect(await call('ask_agent', { prompt: 'help', backend: 'simse' })).toMatchObject({
    isError: false,
    structuredContent: { backend: 'simse' },
  });
  expect(await call('ask_agent', { prompt: 'help', backend: 'mok' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('No agent is called "mok"'),
  });
});

test('what a project brings along is not started before the user has agreed to it', async () => {
  const sandbox = await agentSandbox(
    { on: { 'session/prompt': answer('done') } },
    { 'work/acp.json': { servers: [{ name: 'theirs', command: 'true' }] } },
  );
  const { call } = await serveClient(sandbox);
  expect(await call('ask_agent', { prompt: 'go', backend: 'theirs' })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/theirs: true[^]*--trust-project/),
  });
});

test('four work at once, and the fifth waits for its turn', async () => {
  const sandbox = await promptedWith({ wait: 'session/cancel' }, { result: { stopReason: 'cancelled' } });
  const { call } = await serveClient(sandbox);
  const calls = Array.from({ length: 5 }, () => {
    const given = new AbortController();
    const ended = call('ask_agent', { prompt: 'go' }, { signal: given.signal }).catch(() => {});
    return { given, ended };
  });
  const prompted = async () =>
    (await sandbox.sent()).filter(({ method }) => method === 'session/prompt').length;
  await expect.poll(prompted).toBe(4);
  calls[0]?.given.abort();
  await expect.poll(prompted).toBe(5);
  for (const { given } of calls) given.abort();
  await Promise.all(calls.map(({ ended }) => ended));
});

test('it is left out where it is not wanted', async () => {
  const { client } = await serveClient(await promptedWith(END), ['--no-ask-agent']);
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('ask_agent');
});
