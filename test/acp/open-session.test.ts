import { expect, test } from 'vitest';
import type { BackendMcpServer } from '../../src/core/ports/backend.ts';
import { mockBackend } from './start-mock.ts';

const STDIO: BackendMcpServer = {
  transport: 'stdio',
  name: 'files',
  command: '/bin/files',
  args: ['-x'],
  env: { A: '1' },
};
const HTTP: BackendMcpServer = {
  transport: 'http',
  name: 'web',
  url: 'http://127.0.0.1:1',
  headers: { Authorization: 'Bearer t' },
};

const initialize = (agentCapabilities: object) => [{ result: { protocolVersion: 1, agentCapabilities } }];

test('the agent is told who simse is and what it can do', async () => {
  const mock = await mockBackend({});
  await mock.start();
  expect((await mock.sent())[0]).toEqual({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: 1,
      clientInfo: { name: 'simse', title: 'simse', version: '0.0.0' },
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: true },
        terminal: true,
        session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
        auth: { terminal: true },
        elicitation: { form: {}, url: {} },
        _meta: { terminal_output: true, 'terminal-auth': true },
      },
    },
  });
});

test('an agent gets the servers it can take, and a notice names the others, once', async () => {
  const mock = await mockBackend({ on: { initialize: initialize({ mcpCapabilities: { http: false } }) } });
  const backend = await mock.start();
  const options = { cwd: mock.folder, additionalDirectories: ['/else'], mcpServers: [STDIO, HTTP] };
  await backend.openSession(options);
  await backend.openSession(options);
  expect((await mock.sent())[1]?.['params']).toEqual({
    cwd: mock.folder,
    mcpServers: [{ name: 'files', command: '/bin/files', args: ['-x'], env: [{ name: 'A', value: '1' }] }],
  });
  const notice = (text: string) => ({ type: 'notice', level: 'warn', source: 'mock', text });
  expect(mock.events).toEqual([
    notice('mock works in one folder only; it will not see /else'),
    notice('mock takes no http MCP servers, so it does not get web'),
  ]);
});

test('an agent that takes http servers and more folders gets them', async () => {
  const capabilities = {
    mcpCapabilities: { http: true },
    sessionCapabilities: { additionalDirectories: {} },
  };
  const mock = await mockBackend({ on: { initialize: initialize(capabilities) } });
  const backend = await mock.start();
  expect(backend.capabilities).toMatchObject({ mcpHttp: true, image: false, loadSession: false });
  await backend.openSession({ cwd: mock.folder, additionalDirectories: ['/else'], mcpServers: [HTTP] });
  expect((await mock.sent())[1]?.['params']).toEqual({
    cwd: mock.folder,
    mcpServers: [
      {
        type: 'http',
        name: 'web',
        url: 'http://127.0.0.1:1',
        headers: [{ name: 'Authorization', value: 'Bearer t' }],
      },
    ],
    additionalDirectories: ['/else'],
  });
});

test('a session without an id is an error', async () => {
  const mock = await mockBackend({ on: { 'session/new': [{ result: {} }] } });
  await expect(mock.open()).rejects.toMatchObject({
    code: 'protocol',
    message: 'mock opened a session without an id',
  });
});

test.each([
  [{ image: true, embeddedContext: true }, ['image', 'resource']],
  [{}, ['text', 'text']],
])('content that an agent with %j cannot take goes to it as text', async (promptCapabilities, types) => {
  const mock = await mockBackend({
    on: { initialize: initialize({ promptCapabilities }), 'session/prompt': [{ result: {} }] },
  });
  const { session } = await mock.open();
  await session.prompt(
    [
      { type: 'text', text: 'look' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource', uri: 'file:///a.txt', text: 'content' },
      { type: 'resource_link', uri: 'file:///b.txt', name: 'b.txt' },
    ],
    { signal: new AbortController().signal },
  );
  const expected = ['text', ...types, 'resource_link'].map((type) => expect.objectContaining({ type }));
  expect((await mock.sent())[2]).toMatchObject({ params: { prompt: expected } });
});

test('a text that is handed over as text stands in a fence that it cannot end', async () => {
  const mock = await mockBackend({ on: { 'session/prompt': [{ result: {} }] } });
  const { session } = await mock.open();
  const text = 'before\n````\nafter';
  await session.prompt([{ type: 'resource', uri: 'file:///a.md', text }], {
    signal: new AbortController().signal,
  });
  expect((await mock.sent())[2]).toMatchObject({
    params: { prompt: [{ type: 'text', text: `file:///a.md:\n\`\`\`\`\`\n${text}\n\`\`\`\`\`` }] },
  });
});

test('two sessions on one agent get what is theirs', async () => {
  const update = (sessionId: string) => ({
    send: {
      jsonrpc: '2.0',
      method: 'session/update',
      params: { sessionId, update: { sessionUpdate: 'session_info_update', title: sessionId } },
    },
  });
  const mock = await mockBackend({
    on: {
      'session/new': [{ result: { sessionId: 'one' } }],
      'session/new#2': [update('two'), { result: { sessionId: 'two' } }],
      'session/prompt': [update('one'), update('gone'), { result: {} }],
    },
  });
  const { backend, session } = await mock.open();
  await backend.openSession({ cwd: mock.folder, additionalDirectories: [], mcpServers: [] });
  await session.prompt([], { signal: new AbortController().signal });
  expect(mock.events).toEqual([
    { type: 'title', title: 'two' },
    { type: 'title', title: 'one' },
  ]);
  expect(mock.logged.join()).toContain('an update for an unknown session: {"sessionId":"gone"');
});
