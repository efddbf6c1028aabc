import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tempDir } from '../helpers/temp-dir.ts';
import { load } from './load.ts';

test('the example files can be used as they are', async () => {
  const example = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8');
  const dir = await tempDir({
    'user/acp.json': await example('acp.json.example'),
    'user/mcp.json': await example('mcp.json.example'),
  });
  const config = await load(dir);
  expect(config.warnings).toEqual([]);
  expect(config.backends.map(({ value }) => value.name)).toContain(config.defaultServer);
  expect(config.mcpServers.map(({ value }) => value)).toMatchObject([
    {
      name: 'filesystem',
      transport: 'stdio',
      command: 'npx',
      args: ['@modelcontextprotocol/server-filesystem', '/path/to/project'],
    },
  ]);
});
