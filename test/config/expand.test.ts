import path from 'node:path';
import { expect, test } from 'vitest';
import { expandBackend, expandMcpServer } from '../../src/config/expand-entry.ts';
import { expandVariables } from '../../src/config/expand-variables.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { load } from './load.ts';

const env = { HOME: '/home/me', EMPTY: '', TOKEN: 'secret$1${HOME}' };

test.each([
  ['plain', 'plain'],
  ['${HOME}/bin', '/home/me/bin'],
  ['${HOME}:${HOME}', '/home/me:/home/me'],
  ['${MISSING:-none}', 'none'],
  ['${MISSING:-}', ''],
  ['${HOME:-none}', '/home/me'],
  ['${EMPTY}', ''],
  ['${EMPTY:-none}', 'none'],
  ['${MISSING:-${HOME}/x}', '/home/me/x'],
  ['${MISSING:-a b:c-d}', 'a b:c-d'],
  ['$HOME and $(pwd) and ${ x }', '$HOME and $(pwd) and ${ x }'],
  ['${TOKEN}', 'secret$1${HOME}'],
])('%j becomes %j', (text, expected) => {
  expect(expandVariables(text, env, 'a file')).toBe(expected);
});

test.each([
  ['${MISSING}', 'here: the environment variable MISSING is not set.'],
  ['${HOME}${GONE}', 'here: the environment variable GONE is not set.'],
  ['${HOST:-${GONE}}', 'here: the environment variable GONE is not set.'],
  ['${input:token}', 'here: ${input:token} is not known here.'],
  ['${env:HOME}', 'here: ${env:HOME} is not known here.'],
])('%j cannot be expanded, and the message shows no value', (text, message) => {
  expect(() => expandVariables(text, env, 'here')).toThrow(
    expect.objectContaining({ code: 'config', message }),
  );
});

async function loadProject(files: Record<string, unknown>) {
  const dir = await tempDir(
    Object.fromEntries(Object.entries(files).map(([name, file]) => [`work/${name}`, file])),
  );
  const config = await load(dir);
  return { config, file: (name: string) => path.join(dir, 'work', name) };
}

test('a backend is expanded when it starts, and its config keeps what was written', async () => {
  const { config } = await loadProject({
    'acp.json': {
      servers: [
        {
          name: 'a',
          command: '${HOME}/agent',
          args: ['--key', '${TOKEN}'],
          env: { K: '${TOKEN}' },
          cwd: 'sub/${DIR:-x}',
        },
      ],
    },
  });
  const [backend] = config.backends;
  if (!backend) throw new Error('No backend was read.');
  const written = structuredClone(backend);
  expect(expandBackend(backend, { env, cwd: '/project', packages: '/packages' })).toMatchObject({
    command: '/home/me/agent',
    args: ['--key', env.TOKEN],
    env: { K: env.TOKEN },
    cwd: path.resolve('/project/sub/x'),
  });
  expect(backend).toEqual(written);
});

test('a variable that is not set is told with file, server and variable', async () => {
  const { config, file } = await loadProject({
    'acp.json': { servers: [{ name: 'a', command: 'x', env: { K: '${GONE}' } }] },
    'mcp.json': { servers: [{ name: 'm', command: 'x', args: ['${GONE}'] }] },
  });
  const [backend] = config.backends;
  const [server] = config.mcpServers;
  if (!backend || !server) throw new Error('Nothing was read.');
  expect(() => expandBackend(backend, { env, cwd: '/', packages: '/packages' })).toThrow(
    `${file('acp.json')}: agent "a": the environment variable GONE is not set.`,
  );
  expect(() => expandMcpServer(server, { env, cwd: '/', packages: '/packages' })).toThrow(
    `${file('mcp.json')}: MCP server "m": the environment variable GONE is not set.`,
  );
});

test('required variables must be set and reach the server; its own values come first', async () => {
  const { config } = await loadProject({
    'mcp.json': {
      servers: [
        { name: 'given', command: 'x', requiredEnv: ['TOKEN', 'OWN'], env: { OWN: 'mine' } },
        { name: 'missing', command: 'x', requiredEnv: ['EMPTY'] },
        { name: 'remote', url: 'https://x.org/${HOME}', headers: { Authorization: 'Bearer ${TOKEN}' } },
        { name: 'no-url', url: '${TOKEN}' },
      ],
    },
  });
  const [given, missing, remote, noUrl] = config.mcpServers;
  if (!given || !missing || !remote || !noUrl) throw new Error('Nothing was read.');
  const expanded = (server: typeof given) =>
    expandMcpServer(server, { env, cwd: '/', packages: '/packages' });
  expect(expanded(given)).toMatchObject({ env: { TOKEN: env.TOKEN, OWN: 'mine' } });
  expect(() => expanded(missing)).toThrow('needs the environment variable EMPTY, which is not set.');
  expect(expanded(remote)).toMatchObject({
    url: 'https://x.org//home/me',
    headers: { Authorization: `Bearer ${env.TOKEN}` },
  });
  expect(() => expanded(noUrl)).toThrow(
    /MCP server "no-url": "url" is not an http, https, ws or wss address\.$/,
  );
});
