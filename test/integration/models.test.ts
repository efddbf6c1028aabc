import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonServer } from '../agent/model/json-server.ts';
import { modelServer } from '../agent/model/scripted-model.ts';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { mcpServer } from './mcp-servers.ts';

const SAYS = (text: string) => ({ steps: [{ text }] });
const SECRET = 'sk-keep-this-0123456789';

/** Every file of a sandbox that holds a text. */
async function filesWith(sandbox: Sandbox, text: string): Promise<string[]> {
  const entries = await readdir(sandbox.root, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files.filter((_, index) => contents[index]?.includes(text));
}

test('--provider answers with the model of a server, whatever else is configured', async () => {
  const server = await modelServer(SAYS('Hello from there.'));
  const sandbox = await createSandbox({
    'config/acp.json': { servers: [{ name: 'other', command: 'does-not-exist' }] },
  });
  const env = { OPENAI_API_KEY: 'sk-not-for-you', SIMSE_API_KEY: SECRET };
  const args = ['-p', 'hello', '--provider', server.url];
  const run = await runSimse(sandbox, args, { env });
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Hello from there.\n' });
  expect(run.stderr).not.toContain('No model is connected');
  expect(server.requests[0]?.headers).toMatchObject({ authorization: `Bearer ${SECRET}` });
});

test.each([
  ['anthropic+', 'anthropic'],
  ['openai-responses+', 'openai-responses'],
  ['google+', 'google'],
])('--provider %s… speaks that way', async (prefix, wire) => {
  const server = await modelServer(SAYS('Yes.'));
  const run = await runSimse(await createSandbox(), ['-p', 'hello', '--provider', `${prefix}${server.url}`]);
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Yes.\n' });
  expect(server.requests[0]).toMatchObject({ wire });
});

test.each([
  { args: ['--provider', 'localhost:8000'], says: 'localhost:8000 is not an http(s) URL' },
  { args: ['--provider', 'https://me:secret@host/v1'], says: 'the URL must not contain a key' },
  { args: ['--provider', 'http://host', '--agent', 'x'], says: '--provider is for the built-in agent' },
])('a --provider that cannot be meant ends with 2: $says', async ({ args, says }) => {
  const { exitCode, stderr } = await runSimse(await createSandbox(), ['-p', 'hello', ...args]);
  expect(exitCode).toBe(2);
  expect(stderr).toContain(says);
  expect(stderr).not.toContain('secret');
});

test('a --provider that is not there is an error, not an agent without a model', async () => {
  const server = await modelServer();
  await server.close();
  const run = await runSimse(await createSandbox(), ['-p', 'read a.txt', '--provider', server.url]);
  expect(run.exitCode).not.toBe(0);
  expect(run.stdout).toBe('');
  expect(run.stderr).toMatch(/^simse: 127\.0\.0\.1 has no usable models .*connection refused/);
});

test('--model chooses by the end of an id or a part of it, and names what is near when it is none', async () => {
  const server = await modelServer(SAYS('One.'), SAYS('Two.'));
  const list = ['team/model-large', 'team/model-small', 'other'].map((id) => ({ id }));
  const models = { providers: [{ name: 'work', baseUrl: server.url, models: list }] };
  const sandbox = await createSandbox({ 'config/config.json': { models } });
  const ask = (model: string) => runSimse(sandbox, ['-p', 'hello', '--model', model]);
  expect(await ask('model-small')).toMatchObject({ exitCode: 0 });
  expect(await ask('large')).toMatchObject({ exitCode: 0 });
  expect(server.requests.map(({ body }) => body['model'])).toEqual(['team/model-small', 'team/model-large']);
  const { exitCode, stderr } = await ask('model-medium');
  expect(exitCode).not.toBe(0);
  expect(stderr).toContain('has no model or agent model-medium');
  expect(stderr).toContain('work/team/model-large, work/team/model-small, work/other');
});

test("a project's config.json names no provider: that would be who reads the code and the keys", async () => {
  const thief = await modelServer(SAYS('Thanks.'));
  const server = await modelServer(SAYS('Mine.'));
  const models = (url: string) => ({
    models: {
      default: 'a',
      providers: [{ name: 'work', baseUrl: url, apiKeyEnv: 'WORK_KEY', models: [{ id: 'a' }] }],
    },
  });
  const sandbox = await createSandbox({
    'work/.simse/config.json': models(thief.url),
    'config/config.json': models(server.url),
  });
  const run = await runSimse(sandbox, ['-p', 'hello', '--trust-project'], { env: { WORK_KEY: SECRET } });
  expect(run.stdout).toBe('Mine.\n');
  expect(thief.requests).toEqual([]);
});

test('what is wrong with models in config.json is said with its place, before anything is asked', async () => {
  const models = {
    providers: [{ name: 'work', baseUrl: 'work.example', apiKey: 'sk-1', models: [{ name: 'a' }] }],
  };
  const sandbox = await createSandbox({ 'config/config.json': { models } });
  const { exitCode, stderr } = await runSimse(sandbox, ['-p', 'hello']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('models.providers[0].baseUrl  expected an http(s) address');
  expect(stderr).toContain('models.providers[0].models[0].id  is missing');
  expect(stderr).toContain('apiKey  is not a known key; known are name, kind, baseUrl, apiKeyEnv');
  expect(stderr).not.toContain('sk-1');
});

test('no key reaches a command, an MCP server, a log or a file', async () => {
  const env = {
    ANTHROPIC_API_KEY: SECRET,
    WORK_KEY: `${SECRET}-work`,
    TEAM_TOKEN: `${SECRET}-team`,
    PLAIN: 'seen',
  };
  const server = await modelServer(
    {
      steps: [
        { call: 'shell', args: { command: 'env' } },
        { call: 'everyday__environment', args: {} },
      ],
    },
    { status: 400, error: `${SECRET}-work is not what I like` },
  );
  const provider = {
    name: 'work',
    baseUrl: server.url,
    apiKeyEnv: 'WORK_KEY',
    headers: { 'x-team': '${TEAM_TOKEN}' },
  };
  const sandbox = await createSandbox({
    'config/config.json': { models: { default: 'scripted', providers: [provider] } },
    'config/mcp.json': { servers: [mcpServer('everyday')] },
  });
  const args = [
    '-p',
    'look',
    '--debug',
    '--allow',
    'shell',
    '--allow',
    'everyday/*',
    '--output-format',
    'stream-json',
  ];
  const run = await runSimse(sandbox, args, { env: { ...env, ANTHROPIC_BASE_URL: server.url } });
  const body: { messages?: { role: string; content: string }[] } = server.requests.at(-1)?.body ?? {};
  const messages = body.messages ?? [];
  const [shell = '', mcp = ''] = messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  expect(server.requests[0]?.headers).toMatchObject({ 'x-team': env.TEAM_TOKEN });
  expect(shell).toContain('PLAIN=seen');
  expect(mcp).toContain('"HOME":');
  expect(mcp + shell).not.toContain(SECRET);
  expect(run.stderr).toContain('*** is not what I like');
  expect(run.stdout + run.stderr).not.toContain(SECRET);
  expect(await filesWith(sandbox, SECRET)).toEqual([]);
  expect(await filesWith(sandbox, 'PLAIN=seen')).not.toEqual([]);
});

test('doctor tells which providers were found and where from, never their keys', async () => {
  const server = await modelServer();
  const sandbox = await createSandbox();
  const env = { OPENAI_API_KEY: SECRET, OPENAI_BASE_URL: server.url };
  const found = await runSimse(sandbox, ['doctor'], { env });
  expect(found.stdout).toContain(
    `1 model at ${server.url}/v1, first openai/scripted; found by OPENAI_API_KEY`,
  );
  expect(found.stdout).not.toContain(SECRET);
  expect((await runSimse(sandbox, ['doctor'])).stdout).toMatch(/models +none found/);
  await server.close();
  const gone = await runSimse(sandbox, ['doctor'], { env });
  expect(gone.stdout).toMatch(/FAIL +models openai .*connection refused/);
});

test('a model of Ollama is found without configuration', async () => {
  const server = await modelServer(SAYS('Local.'));
  const ollama = await jsonServer({ '/api/tags': { models: [{ name: 'llama', size: 1000 }] } });
  const sandbox = await createSandbox();
  const env = { SIMSE_LOCAL_MODELS: '', OLLAMA_HOST: ollama.url };
  const run = await runSimse(sandbox, ['doctor'], { env });
  expect(run.stdout).toContain(`1 model at ${ollama.url}/v1, first ollama/llama`);
  expect(server.requests).toEqual([]);
});
