import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createSandbox } from '../helpers/sandbox.ts';
import { serveSimse } from './serve-simse.ts';

const run = promisify(execFile);
const DOCUMENT = new URL('../../docs/mcp-server.md', import.meta.url);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);

/** The code block of the document that this language is written at, or that begins so. */
function block(document: string, start: string): string {
  const from = document.indexOf(`\`\`\`${start}`);
  expect(from, `a block ${start}`).toBeGreaterThan(-1);
  return document.slice(document.indexOf('\n', from) + 1, document.indexOf('\n```', from));
}

/** The JSON of every event of that name in a recorded stream. */
function eventsOf(stream: string, name: string): Record<string, unknown>[] {
  return [...stream.matchAll(new RegExp(`^event: ${name}\ndata: (.*)$`, 'gm'))].map(([, data = '']) =>
    JSON.parse(data),
  );
}

test.skipIf(!hasCurl)('the session with curl in the documentation goes as it says', async () => {
  const document = await readFile(DOCUMENT, 'utf8');
  const sandbox = await createSandbox({ 'work/password': 'correct-horse-battery\n' });
  const [command = ''] = block(document, '\nsimse mcp serve --sse-message').split('\n');
  const args = command.replace('simse mcp serve ', '').split(' ');
  const { origin } = await serveSimse(sandbox, args);

  const script = block(document, 'bash');
  expect(script).toContain('http://127.0.0.1:7357/');
  const { stdout, stderr } = await run(
    'bash',
    ['-e', '-c', script.replace('http://127.0.0.1:7357', origin)],
    { cwd: sandbox.work, env: sandbox.env, timeout: 20_000 },
  );

  expect(stderr).toBe('');
  const [refusal = '', ...events] = stdout.split('event: ');
  expect(JSON.parse(refusal)).toEqual({
    jsonrpc: '2.0',
    id: 'req-003',
    error: { code: -32000, message: 'Session not found' },
  });
  const stream = `event: ${events.join('event: ')}`;
  expect(eventsOf(stream, 'connection')).toEqual([{ session_id: 'session-abc123', status: 'connected' }]);
  expect(eventsOf(stream, 'message_response')).toMatchObject([
    { id: 'list-tools-001', result: { tools: expect.any(Array), total: expect.any(Number) } },
    { id: 'shelve-001', result: { id: 'build/releases-go-out-on-fridays', source: 'curl' } },
    {
      id: 'req-001',
      result: { name: 'library_search', parameters: { query: { type: 'string', required: true } } },
    },
    { id: 'req-002', result: { server: { name: 'simse' }, capabilities: ['tools', 'streaming'] } },
    { id: 'async-001', result: { status: 'accepted', callback_id: 'search-callback-001' } },
    {
      callback_id: 'search-callback-001',
      status: 'completed',
      result: { entries: [{ id: 'build/releases-go-out-on-fridays' }] },
    },
  ]);
  expect(stream).toMatch(/^id: response-001$/m);
});
