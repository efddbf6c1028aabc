import { expect, test } from 'vitest';
import { quoteCommandLine } from '../../src/platform/command-line.ts';
import { mockBackend, type Scenario } from './start-mock.ts';

const agent = (authMethods: unknown, on: NonNullable<Scenario['on']> = {}, agentCapabilities = {}) =>
  mockBackend({
    on: { initialize: [{ result: { protocolVersion: 1, authMethods, agentCapabilities } }], ...on },
  });

test('the ways to log in are offered, those in the terminal with what to run', async () => {
  const mock = await agent([
    { id: 'oauth', name: 'Browser', description: 'opens a page' },
    { id: 'tui', name: 'Terminal', type: 'terminal', args: ['--login'], env: { LOGIN: '1' } },
    {
      id: 'old',
      name: 'Older',
      _meta: { 'terminal-auth': { command: '/bin/login', args: ['-x'], label: 'l' } },
    },
    { id: 'bare' },
    { name: 'nothing' },
    'nothing',
  ]);
  const { authMethods } = await mock.start();
  const { command, args, env } = mock.config;
  const cwd = mock.folder;
  expect(authMethods).toEqual([
    { id: 'oauth', name: 'Browser', description: 'opens a page' },
    {
      id: 'tui',
      name: 'Terminal',
      terminal: {
        command,
        args: [...args, '--login'],
        cwd,
        env: { ...env, LOGIN: '1' },
        line: `LOGIN=1 ${quoteCommandLine([command, ...args, '--login'])}`,
      },
    },
    {
      id: 'old',
      name: 'Older',
      terminal: { command: '/bin/login', args: ['-x'], cwd, env, line: '/bin/login -x' },
    },
    { id: 'bare', name: 'bare' },
  ]);
});

test('logging in makes a session possible', async () => {
  const mock = await agent([{ id: 'oauth', name: 'Browser' }], {
    'session/new': [{ error: { code: -32000, message: 'Authentication required' } }],
    'session/new#2': [{ result: { sessionId: 's1' } }],
    authenticate: [{ result: {} }],
  });
  const backend = await mock.start();
  const open = () => backend.openSession({ cwd: mock.folder, additionalDirectories: [], mcpServers: [] });
  await expect(open()).rejects.toMatchObject({ code: 'auth_required' });
  await backend.authenticate('oauth');
  expect((await open()).id).toBe('s1');
  expect(await mock.sent()).toContainEqual(
    expect.objectContaining({ method: 'authenticate', params: { methodId: 'oauth' } }),
  );
});

test('a login that fails says why', async () => {
  const mock = await agent([{ id: 'oauth' }], {
    authenticate: [{ error: { code: -32603, message: 'the page was closed' } }],
  });
  const backend = await mock.start();
  await expect(backend.authenticate('oauth')).rejects.toMatchObject({ message: 'mock: the page was closed' });
});

test('a login can be broken off, which the agent learns', async () => {
  const mock = await agent([{ id: 'oauth' }], { authenticate: [] });
  const backend = await mock.start();
  const abort = new AbortController();
  const login = backend.authenticate('oauth', abort.signal);
  await expect.poll(async () => (await mock.sent()).length).toBe(2);
  abort.abort(new Error('changed my mind'));
  await expect(login).rejects.toThrow('changed my mind');
  await expect.poll(mock.sent).toContainEqual(expect.objectContaining({ method: '$/cancel_request' }));
});

test('a login in the terminal is never asked of the agent itself', async () => {
  const mock = await agent([{ id: 'tui', name: 'Terminal', type: 'terminal' }]);
  const backend = await mock.start();
  await expect(backend.authenticate('tui')).rejects.toMatchObject({ code: 'usage' });
  await expect(backend.authenticate('other')).rejects.toMatchObject({ code: 'usage' });
  expect(await mock.sent()).toHaveLength(1);
});

test.each([
  ['that offers it', { auth: { logout: {} } }, ['logout']],
  ['that does not', {}, []],
])('logging out of an agent %s', async (_case, capabilities, methods) => {
  const mock = await agent([], { logout: [{ result: {} }] }, capabilities);
  const backend = await mock.start();
  const result = await backend.logout().catch((error: unknown) => error);
  expect(result === undefined).toBe(methods.length > 0);
  expect((await mock.sent()).slice(1).map(({ method }) => method)).toEqual(methods);
});

test('a login that runs out in the middle of a session ends the turn, and the next one goes on after it', async () => {
  const mock = await agent([{ id: 'oauth' }], {
    'session/prompt': [{ error: { code: -32000, message: 'Token expired' } }],
    'session/prompt#2': [{ result: { stopReason: 'end_turn' } }],
    authenticate: [{ result: null }],
  });
  const { backend, session } = await mock.open();
  const { signal } = new AbortController();
  expect(await session.prompt([], { signal })).toMatchObject({ error: { code: 'auth_required' } });
  await backend.authenticate('oauth');
  expect(await session.prompt([], { signal })).toEqual({ stopReason: 'end_turn' });
});
