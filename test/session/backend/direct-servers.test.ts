import { expect, test } from 'vitest';
import { directServers } from '../../../src/session/backend/choose-backend.ts';
import { load } from '../../config/load.ts';
import { tempDir } from '../../helpers/temp-dir.ts';

test('a backend that reaches remote servers by itself is given what the user shows them', async () => {
  const url = 'https://mcp.test/';
  const dir = await tempDir({
    'user/mcp.json': {
      mcpServers: {
        plain: { url, headers: { A: '${KEY}' } },
        token: { url, auth: { type: 'bearer', token: '${KEY}' } },
        password: { url: 'https://me:pw@mcp.test/' },
      },
    },
  });
  const project = { config: await load(dir), untrusted: [] };
  const dirs = { configDir: dir, dataDir: dir };
  const servers = directServers({ env: { KEY: 'sesame' }, cwd: dir, dirs, platform: 'linux' }, project);
  expect(servers).toEqual([
    { transport: 'http', name: 'plain', url, headers: { A: 'sesame' } },
    { transport: 'http', name: 'token', url, headers: { authorization: 'Bearer sesame' } },
    { transport: 'http', name: 'password', url, headers: { authorization: 'Basic bWU6cHc=' } },
  ]);
});
