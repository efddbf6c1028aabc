import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { runSimse } from '../helpers/run-simse.ts';
import { createSandbox, type Sandbox } from '../helpers/sandbox.ts';
import { mcpServer } from './mcp-servers.ts';
import { serveClient } from './serve-client.ts';

function withServers(): Promise<Sandbox> {
  const workshop = mcpServer('workshop', {}, ['${HOME}/given-up.log']);
  return createSandbox({ 'config/mcp.json': { servers: [workshop, mcpServer('everyday')] } });
}

const EXPOSE = ['--expose', 'workshop/*'];

test('the tools that fit a pattern are listed, and those that no rule allows are refused with the flag', async () => {
  const { client, call } = await serveClient(await withServers(), ['--expose', 'workshop/w*']);
  const { tools } = await client.listTools();
  expect(tools.filter(({ name }) => name.includes('__')).map(({ name }) => name)).toEqual(['workshop__wait']);
  expect(await call('workshop__wait')).toMatchObject({
    isError: true,
    text: expect.stringContaining("--allow 'workshop/wait' would allow it"),
  });
  await expect(call('workshop__media')).rejects.toMatchObject({ code: -32602 });
});

test('an allowed tool runs with its progress, and a call that is given up is given up at the server', async () => {
  const sandbox = await withServers();
  const { call } = await serveClient(sandbox, [...EXPOSE, '--allow', 'workshop/*']);
  const told: number[] = [];
  const onprogress = ({ progress }: { progress: number }) => void told.push(progress);
  const waited = await call('workshop__wait', { steps: 3, name: 'one' }, { onprogress });
  expect(waited.text).toBe('waited one');
  // The SDK's client passes over progress that it reads together with the answer; the call below shows that it comes.
  expect(told).toEqual([1, 2, 3].slice(0, told.length));
  const given = new AbortController();
  const held = call(
    'workshop__wait',
    { ms: 20_000, steps: 100, name: 'long' },
    { signal: given.signal, onprogress: () => given.abort() },
  );
  await expect(held).rejects.toThrow(/abort/i);
  await expect
    .poll(() => readFile(join(sandbox.home, 'given-up.log'), 'utf8').catch(() => ''))
    .toBe('long\n');
});

test('a tool that comes later is told of', async () => {
  const { client, call } = await serveClient(await withServers(), [...EXPOSE, '--allow', 'workshop/*']);
  let changes = 0;
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes += 1;
  });
  await call('workshop__add', { to: 'tools', name: 'later' });
  await expect.poll(() => changes).toBeGreaterThan(0);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('workshop__later');
});

test('a client that can be asked is asked with what would run, for each call anew', async () => {
  const asked: unknown[] = [];
  const answers = ['allow_once', 'reject_once'];
  const { call } = await serveClient(await withServers(), EXPOSE, (params) => {
    asked.push(params);
    return { action: 'accept', content: { answer: answers.shift() ?? '' } };
  });
  expect((await call('workshop__wait', { name: 'one' })).text).toBe('waited one');
  expect(await call('workshop__wait', { name: 'two' })).toMatchObject({
    isError: true,
    text: 'workshop/wait was not called: you rejected it.',
  });
  expect(asked).toMatchObject([
    {
      message: 'editor asks: Call workshop/wait\n\n{\n  "name": "one"\n}',
      requestedSchema: {
        properties: {
          answer: {
            oneOf: [
              { const: 'allow_once', title: 'Allow once' },
              { const: 'reject_once', title: 'Reject' },
            ],
          },
        },
      },
    },
    { message: expect.stringContaining('"name": "two"') },
  ]);
});

test('whoever declines, or answers what was not offered, has rejected', async () => {
  const answers = [{ action: 'decline' } as const, { action: 'accept', content: { answer: 'x' } } as const];
  const { call } = await serveClient(
    await withServers(),
    EXPOSE,
    () => answers.shift() ?? { action: 'cancel' },
  );
  for (const reason of ['you rejected it', 'you rejected it', 'the question was cancelled'])
    expect((await call('workshop__wait')).text).toBe(`workshop/wait was not called: ${reason}.`);
});

test('a rule that denies holds whatever the client says', async () => {
  const args = [...EXPOSE, '--deny', 'workshop/wait'];
  const { call } = await serveClient(await withServers(), args, () => {
    throw new Error('It was asked.');
  });
  expect((await call('workshop__wait')).text).toBe(
    'workshop/wait was not called: denied by the rule workshop/wait.',
  );
});

test('a pattern that fits no server is said before anything is served', async () => {
  const sandbox = await withServers();
  const { stderr, exitCode } = await runSimse(sandbox, ['mcp', 'serve', '--expose', 'workshp/*']);
  expect(stderr).toContain('--expose workshp/*: no MCP server is called so.');
  expect(stderr).toContain('Configured: workshop, everyday.');
  expect(exitCode).toBe(2);
});

test("a project's server is not started before the user has agreed to it", async () => {
  const sandbox = await createSandbox({ 'work/mcp.json': { servers: [mcpServer('workshop')] } });
  const { stderr, exitCode } = await runSimse(sandbox, ['mcp', 'serve', ...EXPOSE]);
  expect(stderr).toMatch(/workshop: [^]*--trust-project/);
  expect(exitCode).not.toBe(0);
});

test('a server that fails is said on stderr, and the rest is served', async () => {
  const broken = { name: 'broken', command: 'no-such-program-anywhere' };
  const sandbox = await createSandbox({ 'config/mcp.json': { servers: [mcpServer('workshop'), broken] } });
  const { client, stderr } = await serveClient(sandbox, ['--expose', '*']);
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('workshop__wait');
  expect(stderr()).toContain('broken: ');
});
