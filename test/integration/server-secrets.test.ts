import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox } from '../helpers/sandbox.ts';

/** What the server is given, and what it says of itself. None of it may be told on. */
const SECRETS = [
  'sesame-of-the-user',
  'written-as-it-is',
  'hunter2-in-an-address',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl',
  'sk-proj-abcdefghijklmnop',
];

/** Tells all it knows, the first with a colour in its middle and the last in its last words. */
const SCRIPT = `
const { SESAME, API_TOKEN } = process.env;
console.error('starting with \\u001b[31m' + SESAME.slice(0, 5) + '\\u001b[0m' + SESAME.slice(5));
console.error('token is ' + API_TOKEN + ', NODE_ENV is ' + process.env.NODE_ENV);
console.error('postgres://me:${SECRETS[2]}@db.example/x');
console.error('${SECRETS[3]} and ${SECRETS[4]}');
console.error('x'.repeat(1990) + ' ' + SESAME);
console.error('Error: refused Bearer ${SECRETS[5]} and ' + SESAME);
process.exit(1);`;

test('what a server says of its secrets is neither in its status nor in the debug log', async () => {
  const server = {
    name: 'teller',
    command: process.execPath,
    args: ['${HOME}/teller.cjs'],
    env: { SESAME: '${SESAME}', API_TOKEN: SECRETS[1], NODE_ENV: 'production' },
    restart: false,
  };
  const sandbox = await createSandbox({
    'config/mcp.json': { servers: [server] },
    'home/teller.cjs': SCRIPT,
  });
  const env = { SESAME: SECRETS[0] ?? '' };
  const { stdout, stderr } = await runSimse(sandbox, ['--debug', 'mcp', 'status', 'teller'], { env });
  const logs = await Promise.all(
    (await readdir(join(sandbox.data, 'logs'))).map((name) =>
      readFile(join(sandbox.data, 'logs', name), 'utf8'),
    ),
  );
  const told = [stdout, stderr, ...logs].join('\n');
  expect(told).toContain('NODE_ENV is production');
  expect(stdout).toContain('refused Bearer ***');
  for (const secret of SECRETS) {
    expect(told).not.toContain(secret);
    expect(told).not.toContain(secret.slice(0, 9));
  }
});

test.each([
  ['the end of a long line', `'Error: ' + 'x '.repeat(140) + SESAME`],
  ['the beginning of what is kept of a very long one', `'x' + SESAME + ' ' + 'x'.repeat(8178)`],
])('half a secret is not told either, at %s', async (_where, said) => {
  const script = `const { SESAME } = process.env; console.error(${said}); process.exit(1);`;
  const server = {
    name: 'teller',
    command: process.execPath,
    args: ['-e', script],
    env: { SESAME: '${SESAME}' },
    restart: false,
  };
  const sandbox = await createSandbox({ 'config/mcp.json': { servers: [server] } });
  const env = { SESAME: SECRETS[0] ?? '' };
  const { stdout, stderr } = await runSimse(sandbox, ['mcp', 'status', 'teller'], { env });
  expect(stdout).toContain('exited with code 1');
  expect(`${stdout}${stderr}`).not.toMatch(/sesame-of|the-user/);
});
