import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quoteCommandLine } from '../../../src/platform/command-line.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { failureOf, open } from './open.ts';
import { serveHttp } from './serve-http.ts';

const UNENDING = new AbortController().signal;

/** A command line that runs this JavaScript. */
function helper(script: string): { headersHelper: string } {
  return { headersHelper: quoteCommandLine([process.execPath, '-e', script]) };
}

/** A server that takes one password, and everything it was sent. */
async function serve(password = 'open') {
  const seen: Record<string, unknown>[] = [];
  const origin = await serveHttp(({ headers }) => {
    seen.push(headers);
    return { status: headers['authorization'] === password ? 200 : 401 };
  });
  return { url: `${origin}/mcp`, seen };
}

test('what the helper prints is sent with every request, and the helper is run once', async () => {
  const { url, seen } = await serve();
  const file = join(await tempDir(), 'runs');
  const script = `fs.appendFileSync(${JSON.stringify(file)}, 'x'); console.log(JSON.stringify({Authorization: 'open', 'X-More': 'more'}))`;
  const { send } = await open(url, helper(script));
  expect([await send(), await send()]).toEqual([200, 200]);
  expect(seen[1]).toMatchObject({ authorization: 'open', 'x-more': 'more' });
  expect(await readFile(file, 'utf8')).toBe('x');
});

test('the helper runs in the directory of the session', async () => {
  const { url, seen } = await serve();
  const { send, dir } = await open(
    url,
    helper("console.log(JSON.stringify({Authorization: 'open', 'X-Where': process.cwd()}))"),
  );
  expect(await send()).toBe(200);
  expect(seen[0]?.['x-where']).toBe(dir);
});

test('the helper is run again, once, when what it printed is refused', async () => {
  const { url, seen } = await serve('second');
  const file = join(await tempDir(), 'runs');
  const script = `fs.appendFileSync(${JSON.stringify(file)}, 'x');
    console.log(JSON.stringify({Authorization: ['', 'first', 'second', 'third'][fs.readFileSync(${JSON.stringify(file)}, 'utf8').length]}))`;
  const { send } = await open(url, helper(script));
  expect(await send()).toBe(200);
  expect(seen).toHaveLength(2);
  await writeFile(file, '');
  const wrong = await open(url, helper('console.log(JSON.stringify({Authorization: "wrong"}))'));
  expect(await failureOf(wrong.send())).toMatchObject({
    code: 'auth_required',
    message: 'rejects the credentials of its headersHelper',
  });
  expect(seen).toHaveLength(4);
});

test('the helper knows the server and what the entry requires, and none of the secrets of simse', async () => {
  const { url } = await serve();
  const file = join(await tempDir(), 'env');
  const script = `fs.writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.env)); console.log('{"authorization": "open"}')`;
  const env = { ...process.env, KEY: 'mine', ANTHROPIC_API_KEY: 'secret' } as Record<string, string>;
  await (await open(url, { ...helper(script), requiredEnv: ['KEY'] }, { env })).send();
  const given = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  expect(given).toMatchObject({ SIMSE_MCP_SERVER: 'far', SIMSE_MCP_URL: url, KEY: 'mine' });
  expect(Object.keys(given)).not.toContain('ANTHROPIC_API_KEY');
});

test('no shell reads the helper', async () => {
  const { url } = await serve();
  const words = quoteCommandLine([
    process.execPath,
    '-p',
    'JSON.stringify({"x-words": process.argv.slice(1).join("|")})',
  ]);
  const { access } = await open(url, { headersHelper: `${words} $(id) ; && "a b" > x` });
  expect(await access.headers(UNENDING)).toMatchObject({ 'x-words': '$(id)|;|&&|a b|>|x' });
});

test.each([
  [
    'fails',
    'console.error("\\u001b[31mnot logged in\\u001b[0m"); process.exit(3)',
    'mcp_failed',
    'exited with code 3: not logged in',
  ],
  ['prints no JSON', 'console.log("sesame")', 'config', 'did not print a JSON object'],
  ['prints a list', 'console.log("[]")', 'config', 'did not print a JSON object'],
  ['prints a number', `console.log('{"A": 1}')`, 'config', 'printed a header A that is not a string'],
  [
    'smuggles a header',
    `console.log('{"A": "b\\\\r\\\\nC: sesame"}')`,
    'config',
    'printed a header A that cannot be sent',
  ],
  [
    'has a header with a blank',
    `console.log('{"A B": "sesame"}')`,
    'config',
    'printed a header A B that cannot be sent',
  ],
  ['prints too much', 'console.log("x".repeat(70000))', 'limit', 'wrote over 65536 bytes'],
])('a helper that %s is told, without what it printed', async (_what, script, code, said) => {
  const { url, seen } = await serve();
  const failure = await failureOf((await open(url, helper(script))).send());
  expect(failure).toMatchObject({ code, message: `its headersHelper ${said}` });
  expect(`${failure.message}${String(failure.hint)}${String(failure.cause)}`).not.toContain('sesame');
  expect(seen).toEqual([]);
});

test('a helper that is not there is told', async () => {
  const { url } = await serve();
  expect(await failureOf((await open(url, { headersHelper: 'no-such-helper --x' })).send())).toMatchObject({
    code: 'not_found',
    message: 'its headersHelper there is no program no-such-helper',
  });
});

test('a request that is given up leaves the helper to another that waits for it', async () => {
  const { url } = await serve();
  const script = `setTimeout(() => console.log('{"authorization": "open"}'), 300)`;
  const { access, send } = await open(url, helper(script));
  const ending = new AbortController();
  const sent = access.fetch(new URL(url), { signal: ending.signal });
  const other = send();
  ending.abort(new Error('stopped'));
  await expect(sent).rejects.toThrow('stopped');
  expect(await other).toBe(200);
});

test('a helper ends with the request that waits for it', async () => {
  const { url } = await serve();
  const file = join(await tempDir(), 'pid');
  const script = `fs.writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
  const { access } = await open(url, helper(script));
  const ending = new AbortController();
  const sent = access.fetch(new URL(url), { signal: ending.signal });
  sent.catch(() => {});
  await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toMatch(/^\d+$/);
  ending.abort(new Error('stopped'));
  await expect(sent).rejects.toThrow('stopped');
  const pid = Number(await readFile(file, 'utf8'));
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
