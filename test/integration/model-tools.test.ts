import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { modelServer } from '../agent/model/scripted-model.ts';
import type { Reply } from '../fixtures/model/model-server.mjs';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';

const DONE: Reply = { steps: [{ text: 'Done.' }] };
const call = (tool: string, args: unknown): Reply => ({ steps: [{ call: tool, args }] });

type Body = { messages?: { role: string; content: unknown }[]; tools?: { function: { name: string } }[] };

async function askModel(sandbox: Sandbox, args: string[], ...replies: Reply[]) {
  const server = await modelServer(...replies);
  const env = { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: `${server.url}/v1` };
  const run = await runSimse(sandbox, ['-p', ...args], { env });
  const { messages = [], tools = [] }: Body = server.requests.at(-1)?.body ?? {};
  const told = (role: string) =>
    messages.filter((message) => message.role === role).map(({ content }) => JSON.stringify(content));
  return { run, told, tools: tools.map((tool) => tool.function.name) };
}

test('the library goes with the prompt, and its tools are those of simse, behind its gate', async () => {
  const sandbox = await createSandbox({});
  const text = 'The checkout service is released with make release.';
  await runSimse(sandbox, ['library', 'add', 'build', text]);
  const { run, told, tools } = await askModel(
    sandbox,
    ['how is the checkout service released?'],
    call('simse__library_catalog', {}),
    call('simse__library_shelve', { topic: 'style', text: 'No tabs.' }),
    DONE,
  );
  expect(told('user')[0]).toContain(text);
  expect(tools.filter((name) => name.includes('library_search'))).toEqual(['simse__library_search']);
  expect(told('tool')[0]).toContain('build');
  expect(told('tool')[1]).toContain('no terminal to ask on');
  expect(run.exitCode).toBe(5);
});

test('a picture of the workspace is looked at without a question, unless a rule denies it', async () => {
  const sandbox = await createSandbox({});
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUg==', 'base64');
  await writeFile(join(sandbox.work, 'a.png'), png);
  const look = call('read_file', { path: 'a.png' });
  const allowed = await askModel(sandbox, ['look'], look, DONE);
  expect(allowed.told('tool')[0]).toContain('a.png is a PNG picture of 1 KB.');
  const denied = await askModel(sandbox, ['look', '--deny', 'read_file(*.png)'], look, DONE);
  expect(denied.told('tool')[0]).not.toContain('PNG picture');
});

test('a page is not fetched where nobody can be asked', async () => {
  const fetching = call('fetch_url', { url: 'http://127.0.0.1:1/' });
  const { run, told } = await askModel(await createSandbox({}), ['fetch it'], fetching, DONE);
  expect(told('tool')[0]).toMatch(/not allowed|rejected/i);
  expect(run.exitCode).toBe(5);
});

test('what runs in the background ends with the session', async () => {
  const { run, told } = await askModel(
    await createSandbox({}),
    ['serve it', '--allow', 'shell'],
    call('shell', { command: 'echo up; exec sleep 300', background: true }),
    DONE,
  );
  expect(told('tool')[0]).toContain('up\\n\\nbg_1');
  expect(run).toMatchObject({ exitCode: 0, stdout: 'Done.\n' });
});

test('--data-dir holds for the conversations of the built-in agent as well', async () => {
  const sandbox = await createSandbox({});
  await askModel(sandbox, ['hello', '--data-dir', 'elsewhere'], DONE);
  expect(await readdir(join(sandbox.work, 'elsewhere/agent/sessions'))).toHaveLength(1);
  expect(await readdir(sandbox.data)).not.toContain('agent');
});
