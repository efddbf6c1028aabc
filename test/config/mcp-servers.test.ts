import { expect, test } from 'vitest';
import { tempDir } from '../helpers/temp-dir.ts';
import { load } from './load.ts';

const remote = { url: 'https://example.org/mcp', headers: {} };

test.each([
  [{ command: 'x' }, { transport: 'stdio', command: 'x' }],
  [
    { type: 'stdio', command: 'x', env: { A: '1' } },
    { transport: 'stdio', env: { A: '1' } },
  ],
  [{ url: remote.url }, { transport: 'http', ...remote }],
  [
    { type: 'streamable-http', url: remote.url },
    { transport: 'http', ...remote },
  ],
  [{ transport: 'streamableHttp', url: remote.url }, { transport: 'http' }],
  [
    { type: 'sse', ...remote, headers: { A: 'b' } },
    { transport: 'sse', headers: { A: 'b' } },
  ],
  [{ type: 'ws', url: 'wss://example.org' }, { transport: 'websocket' }],
  [{ transport: 'lucenia-sse', ...remote }, { transport: 'lucenia-sse' }],
  [{ transport: 'opensearch-sse', ...remote }, { transport: 'lucenia-sse' }],
  [{ transport: 'sse', type: 'http', ...remote }, { transport: 'sse' }],
  [{ command: 'x', disabled: true }, { enabled: false }],
  [{ command: 'x', disabled: false }, { enabled: true }],
  [{ command: 'x', enabled: false }, { enabled: false }],
])('the entry %j is understood', async (entry, expected) => {
  for (const file of [
    { servers: [{ name: 'one', ...entry }] },
    { servers: { one: entry } },
    { mcpServers: { one: entry } },
    { mcpServers: [{ name: 'one', ...entry }] },
  ]) {
    const { mcpServers } = await load(await tempDir({ 'user/mcp.json': file }));
    expect(mcpServers.map(({ value }) => value)).toMatchObject([{ name: 'one', ...expected }]);
  }
});

test('a list and a map in one file are both read', async () => {
  const dir = await tempDir({
    'user/mcp.json': { servers: [{ name: 'a', command: 'x' }], mcpServers: { b: { command: 'y' } } },
  });
  expect((await load(dir)).mcpServers.map(({ value }) => value.name)).toEqual(['a', 'b']);
});

test('a server may be called __proto__', async () => {
  const dir = await tempDir({ 'user/mcp.json': '{"mcpServers": {"__proto__": {"command": "x"}}}' });
  expect((await load(dir)).mcpServers.map(({ value }) => value.name)).toEqual(['__proto__']);
});
