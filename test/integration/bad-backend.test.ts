import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';
import { agentSandbox, answer, END, say } from './agent-sandbox.ts';

const base64 = (data: string | Buffer): string => Buffer.from(data).toString('base64');

test('a backend whose program is not there is named, with the file to correct', async () => {
  const sandbox = await createSandbox({
    'config/acp.json': { servers: [{ name: 'claude', command: 'claude-agent-that-is-not-there' }] },
  });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'hello']);
  expect(stderr).toMatch(
    /claude cannot start: there is no program claude-agent-that-is-not-there\n.*acp\.json/,
  );
  expect([stdout, exitCode]).toEqual(['', 1]);
});

test('a backend that exits at once is told with its exit code and its last words', async () => {
  const sandbox = await agentSandbox({
    start: [{ stderr: 'starting up\nError: API_KEY is not set\n' }, { exit: 3 }],
  });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'hello']);
  expect(stderr).toMatch(/mock exited with code 3\n.*starting up\nError: API_KEY is not set\n$/);
  expect([stdout, exitCode]).toEqual(['', 1]);
});

test('what a backend prints beside its messages is in the debug log and not in the answer', async () => {
  const sandbox = await agentSandbox({
    start: [
      { write: 'Welcome to the mock agent!\n\n[1, 2]\nnull\n{"broken": \n' },
      { bytes: [base64(Buffer.from([0xff, 0xfe, 0x80, 0x0a]))] },
      { stderr: 'a warning\n' },
    ],
    on: { 'session/prompt': [{ write: 'thinking…\n' }, ...answer('the answer')] },
  });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'hello']);
  expect([stdout, stderr, exitCode]).toEqual(['the answer\n', '', 0]);
  const debugged = await runSimse(sandbox, ['-p', 'hello', '--debug']);
  const [, logFile = ''] = /The debug log is (.*)/.exec(debugged.stderr) ?? [];
  expect(await readFile(logFile, 'utf8')).toMatch(/Welcome to the mock agent![^]*thinking…/);
});

test('a backend that never answers is given up after its timeoutMs, with what it wrote instead', async () => {
  const never = { start: [{ stderr: 'waiting for a login\n' }], on: { initialize: [] } };
  const sandbox = await agentSandbox(never, {}, { timeoutMs: 4000 });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'hello']);
  expect(stderr).toMatch(/mock did not answer initialize within 4 s\n.*waiting for a login/);
  expect([stdout, exitCode]).toEqual(['', 3]);
});

test('a backend that dies in the middle of a line fails the run; what it had said is there', async () => {
  const sandbox = await agentSandbox({
    on: {
      'session/prompt': [
        say('the first half'),
        { stderr: 'out of memory\n' },
        { write: '{"jsonrpc":"2.0","method":"session/upd' },
        { exit: 137 },
      ],
    },
  });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'hello']);
  expect(stderr).toMatch(/mock exited with code 137\n.*out of memory/s);
  expect([stdout, exitCode]).toEqual(['the first half\n', 1]);
});

test('a message of 40 MB arrives whole', async () => {
  const [head, tail] = JSON.stringify({
    jsonrpc: '2.0',
    method: 'session/update',
    params: { sessionId: 's1', update: say('|')['update'] },
  }).split('|');
  const sandbox = await agentSandbox({
    on: { 'session/prompt': [{ write: head }, { fill: 40_000_000 }, { write: `${tail}\n` }, END] },
  });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'hello']);
  expect([stdout.length, stderr, exitCode]).toEqual([40_000_001, '', 0]);
});

test('a line of more than 64 MB is skipped and told; the turn goes on', async () => {
  const sandbox = await agentSandbox({
    on: { 'session/prompt': [{ fill: 70_000_000 }, { write: '\n' }, ...answer('still here')] },
  });
  const { stdout, stderr, exitCode } = await runSimse(sandbox, ['-p', 'hello']);
  expect(stderr).toContain('mock sent a line of 70 MB; it was skipped');
  expect([stdout, exitCode]).toEqual(['still here\n', 0]);
});

test('invalid UTF-8 becomes a replacement character, and characters split between writes stay whole', async () => {
  const line = Buffer.from(
    `${JSON.stringify({ jsonrpc: '2.0', method: 'session/update', params: { sessionId: 's1', update: say('größe 🎉 ?')['update'] } })}\n`,
  );
  line[line.indexOf('?')] = 0xff;
  const middle = line.indexOf('🎉') + 2;
  const sandbox = await agentSandbox({
    on: { 'session/prompt': [{ bytes: [line.subarray(0, middle), line.subarray(middle)].map(base64) }, END] },
  });
  const { stdout, exitCode } = await runSimse(sandbox, ['-p', 'hello']);
  expect([stdout, exitCode]).toEqual(['größe 🎉 \ufffd\n', 0]);
});
