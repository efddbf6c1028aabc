import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tempDir } from '../helpers/temp-dir.ts';
import { load } from './load.ts';

test('every entry that docs/mcp.md shows can be used as it is', async () => {
  const text = await readFile(new URL('../../docs/mcp.md', import.meta.url), 'utf8');
  const files = [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, json = '']) => json);
  expect(files.length).toBeGreaterThan(1);

  const configs = await Promise.all(
    files.map(async (json) => load(await tempDir({ 'user/mcp.json': json }))),
  );

  expect(configs.flatMap(({ warnings }) => warnings)).toEqual([]);
  const servers = configs.flatMap(({ mcpServers }) => mcpServers.map(({ value }) => value));
  expect(servers).toMatchObject([
    { name: 'api', transport: 'http', detected: true },
    { name: 'older', transport: 'sse', headers: { 'X-Team': 'search' } },
    { name: 'live', transport: 'websocket', auth: { type: 'bearer' } },
    { name: 'search', transport: 'lucenia-sse', dialect: 'auto', asyncTools: ['large_*'] },
  ]);
});

test.each([
  ['https://example.org/mcp', 'http'],
  ['https://example.org/sse', 'sse'],
  ['wss://example.org/', 'websocket'],
  ['https://localhost:9200/_plugins/_ml/mcp/sse', 'lucenia-sse'],
])('without a transport the address %s means %s, as docs/mcp.md says', async (url, transport) => {
  const { mcpServers } = await load(
    await tempDir({ 'user/mcp.json': JSON.stringify({ servers: [{ name: 'a', url }] }) }),
  );

  expect(mcpServers.map(({ value }) => value.transport)).toEqual([transport]);
});

test.each([
  ['streamable-http', 'http'],
  ['ws', 'websocket'],
  ['opensearch-sse', 'lucenia-sse'],
])('%s is another word for %s', async (transport, meant) => {
  const entry = { name: 'a', transport, url: 'https://example.org/' };
  const { mcpServers } = await load(await tempDir({ 'user/mcp.json': JSON.stringify({ servers: [entry] }) }));

  expect(mcpServers.map(({ value }) => value.transport)).toEqual([meant]);
});
