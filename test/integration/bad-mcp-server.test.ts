import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { mcpServer } from './mcp-servers.ts';

/** Servers that break in every way while they start, and two that work. */
const SERVERS = [
  mcpServer('everyday'),
  mcpServer('noisy'),
  mcpServer('exit-at-once'),
  mcpServer('refuses'),
  mcpServer('silent', { startupTimeoutMs: 600 }),
  { name: 'missing', command: 'mcp-server-that-is-not-there' },
  { name: 'needy', command: process.execPath, requiredEnv: ['TOKEN_THAT_IS_NOT_SET'] },
  { name: 'remote', url: 'http://127.0.0.1:9/mcp' },
  mcpServer('stubborn', { enabled: false }),
];
const REASONS = [
  ['exit-at-once', 'exited with code 3: Error: FIXTURE_TOKEN is not set'],
  ['refuses', 'only protocol 2026-07-28 is spoken here'],
  ['silent', 'was not ready within 600 ms'],
  ['missing', 'there is no program mcp-server-that-is-not-there'],
  ['needy', 'needs the environment variable TOKEN_THAT_IS_NOT_SET, which is not set'],
  ['remote', 'connection refused'],
] as const;

test('broken servers are each told with the reason; the tools of the others are listed', async () => {
  const sandbox = await createSandbox({ 'config/mcp.json': { servers: SERVERS } });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['mcp', 'tools']);
  expect(stdout).toMatch(/^everyday\/echo +the tool echo$/m);
  expect(stdout).toContain('noisy/echo');
  expect(stdout).not.toContain('stubborn');
  for (const [name, reason] of REASONS)
    expect(stderr).toMatch(new RegExp(`^simse: ${name}: .*${reason}`, 'm'));
  expect(stderr).not.toContain('everyday');
  expect(exitCode).toBe(1);
});

test('of broken servers it is said what can be done about them', async () => {
  const sandbox = await createSandbox({ 'config/mcp.json': { servers: SERVERS } });
  const { stderr } = await runSimse(sandbox, ['mcp', 'status']);
  expect(stderr).toContain('simse: missing: Install it, or give its full path.\n');
  expect(stderr).toContain('simse: remote: Is the server running?\n');
  expect(stderr).toContain('simse: exit-at-once: simse mcp status exit-at-once says more.\n');
  const called = await runSimse(sandbox, ['mcp', 'call', 'exit-at-once/echo']);
  expect(called.stderr).toContain('simse mcp status exit-at-once says more.');
});

test('a session goes on without the broken servers and tells them; the tools of the others work', async () => {
  const sandbox = await createSandbox({ 'config/mcp.json': { servers: SERVERS } });
  // A call waits for its own server alone; the list, for all of them.
  const prompt = 'tools\ncall everyday/echo {"a":1}\ncall noisy/echo {}';
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', prompt, '--allow', '*/echo']);
  expect(stdout).toContain('{"tool":"echo","args":{"a":1}}');
  expect(stdout).toContain('größe 🎉');
  for (const [name, reason] of REASONS)
    expect(stderr).toMatch(new RegExp(`^simse: ${name}: .*${reason}`, 'm'));
  expect(exitCode).toBe(0);
});

test('a server that dies in the middle of an answer, or gives one of 60 MB, fails that call and no other', async () => {
  const servers = [
    mcpServer('half-a-line'),
    mcpServer('crash-after', {}, ['0']),
    mcpServer('huge-line'),
    mcpServer('everyday'),
  ];
  const sandbox = await createSandbox({ 'config/mcp.json': { servers } });
  const calls = [
    'half-a-line/echo {}',
    'crash-after/echo {}',
    'huge-line/echo {"bytes":60000000}',
    'everyday/fail {}',
    'everyday/echo {}',
  ];
  const prompt = calls.map((call) => `call ${call}`).join('\n');
  const { stdout, stderr, exitCode } = await runSimse(sandbox, [
    '-p',
    prompt,
    '--allow',
    '*/*',
    '--format',
    'json',
  ]);
  const failed = (reason: string) => ({ status: 'failed', error: expect.stringContaining(reason) });
  expect(JSON.parse(stdout)).toMatchObject({
    tool_calls: [
      failed('half-a-line'),
      failed('exited with code 3: fixture: the database is gone'),
      failed('which was dropped; the limit is'),
      failed('the disk is full'),
      { status: 'completed' },
    ],
  });
  expect(stderr).toContain('crash-after: exited with code 3: fixture: the database is gone; 1 tool gone');
  expect(exitCode).toBe(1);
});

test('mcp call prints a result, fails with a failed tool, and says what is missing', async () => {
  const sandbox = await createSandbox({
    'config/mcp.json': { servers: [mcpServer('everyday'), mcpServer('exit-at-once')] },
  });
  const call = (...args: string[]) => runSimse(sandbox, ['mcp', 'call', ...args]);
  const [echo, fail, none, dead] = await Promise.all([
    call('everyday/echo', '{"message":"hi"}'),
    call('everyday/fail'),
    call('everyday/nothing'),
    call('exit-at-once/echo'),
  ]);
  expect([echo.stdout, echo.exitCode]).toEqual(['{"tool":"echo","args":{"message":"hi"}}\n', 0]);
  expect([fail.stdout, fail.exitCode]).toEqual(['the disk is full\n', 1]);
  expect([none.stdout, none.exitCode]).toEqual(['', 1]);
  expect(none.stderr).toMatch(/offers no tool nothing\n.*simse mcp tools everyday/);
  expect(dead.stderr).toContain('FIXTURE_TOKEN is not set');
  expect([dead.stdout, dead.exitCode]).toEqual(['', 1]);
});

test('a result of 5 MB keeps head and tail, says how much is missing and where the whole is', async () => {
  const sandbox = await createSandbox({ 'config/mcp.json': { servers: [mcpServer('everyday')] } });
  const prompt = 'call everyday/large {"characters":5000000}';
  const { stdout, exitCode } = await runSimse(sandbox, ['-p', prompt, '--allow', 'everyday/large']);
  const [, omitted, file = ''] =
    /\[([\d,]+) characters left out here; the whole result is in (\S+)\]/.exec(stdout) ?? [];
  expect(omitted).toBe('4,950,000');
  expect(stdout.length).toBeLessThan(51_000);
  expect(stdout).toContain('0123456789012345');
  expect(await readFile(file, 'utf8')).toBe('0123456789'.repeat(500_000));
  expect(exitCode).toBe(0);
});
