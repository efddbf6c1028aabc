import { expect, test } from 'vitest';
import { runSimse, SIMSE_BIN } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { writeFiles } from '../helpers/temp-dir.ts';
import { serveSimse } from './serve-simse.ts';

const TOKEN = 'a-token-of-the-test-run';
const headers = { Authorization: `Bearer ${TOKEN}` };

interface Wire {
  name: string;
  /** What mcp.json has to say of a server at this origin; null for one that is started. */
  entry(origin: string): object;
  isStarted?: boolean;
  hasResources: boolean;
}

const WIRES: Wire[] = [
  {
    name: 'stdio',
    entry: () => ({ command: process.execPath, args: [SIMSE_BIN, 'mcp', 'serve'] }),
    isStarted: true,
    hasResources: true,
  },
  {
    name: 'Streamable HTTP',
    entry: (origin) => ({ transport: 'http', url: `${origin}/mcp`, headers }),
    hasResources: true,
  },
  {
    name: 'HTTP+SSE',
    entry: (origin) => ({ transport: 'sse', url: `${origin}/sse`, headers }),
    hasResources: true,
  },
  {
    name: "Lucenia's message API",
    entry: (origin) => ({ transport: 'lucenia-sse', url: `${origin}/_plugins/_ml/mcp/sse`, headers }),
    hasResources: false,
  },
  {
    name: "Lucenia's message API, asynchronously",
    entry: (origin) => ({
      transport: 'lucenia-sse',
      url: `${origin}/_plugins/_ml/mcp/sse`,
      headers,
      asyncTools: ['*'],
    }),
    hasResources: false,
  },
];

/** A user who has simse among their MCP servers. */
async function userOfSimse({ entry, isStarted = false }: Wire): Promise<Sandbox> {
  const sandbox = await createSandbox({ token: TOKEN });
  const args = ['--sse-message', '--token-file', `${sandbox.root}/token`];
  const origin = isStarted ? '' : (await serveSimse(sandbox, args)).origin;
  await writeFiles(sandbox.root, {
    'config/mcp.json': { servers: [{ name: 'self', ...entry(origin) }] },
  });
  return sandbox;
}

test.each(WIRES)('simse uses simse over $name', async (wire) => {
  const sandbox = await userOfSimse(wire);
  const simse = async (...args: string[]) => {
    const { stdout, stderr, exitCode } = await runSimse(sandbox, ['mcp', ...args]);
    expect([stderr, exitCode]).toEqual(['', 0]);
    return stdout;
  };
  const call = async (tool: string, args: object) =>
    JSON.parse(await simse('call', `self/${tool}`, JSON.stringify(args), '--output-format', 'json'));

  const tools = await simse('tools', 'self');
  expect(tools).toContain('library_shelve');
  expect(tools).toContain('session_list');
  const shelved = await call('library_shelve', { topic: 'build', text: 'Releases go out on Fridays.' });
  expect(shelved.structuredContent).toMatchObject({ id: 'build/releases-go-out-on-fridays' });
  const found = await call('library_search', { query: 'friday' });
  expect(found).toMatchObject({
    isError: false,
    structuredContent: { entries: [{ id: 'build/releases-go-out-on-fridays', isWhole: true }] },
  });
  if (!wire.hasResources) return;
  const entry = await simse('read', 'self:simse://library/build/releases-go-out-on-fridays');
  expect(entry).toContain('Releases go out on Fridays.');
});

test.each(WIRES)('what simse refuses as a server, simse says as a client, over $name', async (wire) => {
  const sandbox = await userOfSimse(wire);
  const call = (tool: string, args: object) =>
    runSimse(sandbox, ['mcp', 'call', `self/${tool}`, JSON.stringify(args)]);
  const unreadable = await call('library_search', { query: 7 });
  expect(unreadable.exitCode).toBe(1);
  expect(unreadable.stdout + unreadable.stderr).toContain('query');
  const missing = await call('library_withdraw', { id: 'no/such-entry' });
  expect(missing.exitCode).toBe(1);
  expect(missing.stdout + missing.stderr).toContain('no/such-entry');
});
