import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { remoteServerSchema } from '../../src/config/mcp-server-config.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { createHost, fixture, SOON, startHost, textOf } from './start-host.ts';

test('a server shows its tools from every page under the name that the config gave it', async () => {
  const { host } = await startHost([fixture('everyday', [], { name: 'mine' })]);

  const names = host.catalogue.list().map((tool) => tool.name);
  expect(names).toHaveLength(25);
  expect(names).toContain('mine/filler-15');
  expect(host.catalogue.find('mine/echo')).toMatchObject({
    server: 'mine',
    tool: 'echo',
    description: 'the tool echo',
    annotations: { readOnlyHint: true },
  });
  expect(host.status()).toEqual([
    {
      name: 'mine',
      state: 'ready',
      transport: 'stdio',
      target: expect.stringContaining('everyday.mjs'),
      tools: 25,
      prompts: 0,
      resources: 0,
      pid: expect.any(Number),
      protocolVersion: '2025-11-25',
      serverInfo: { name: 'calls itself something else', version: '1.2.3' },
      readyMs: expect.any(Number),
      restarts: 0,
    },
  ]);
});

test('a call gives the result, a failure of the tool is marked as one', async () => {
  const { host } = await startHost([fixture('everyday')]);
  const { catalogue } = host;

  const echoed = await catalogue.call('everyday/echo', { a: [1, 'ü'] });
  expect(JSON.parse(textOf(echoed))).toEqual({ tool: 'echo', args: { a: [1, 'ü'] } });
  expect(await catalogue.call('everyday/fail', {})).toEqual({
    content: [{ type: 'text', text: 'the disk is full' }],
    isError: true,
  });
  expect(await catalogue.call('everyday/refuse', {})).toEqual({
    content: [{ type: 'text', text: 'no such city' }],
    isError: true,
  });
  expect(await catalogue.call('everyday/blocks', {})).toEqual({
    content: [
      { type: 'text', text: 'hello' },
      { type: 'image', mimeType: 'image/png', data: 'iVBORw0=' },
      { type: 'resource_link', uri: 'file:///a.txt', name: 'a' },
      { type: 'resource', uri: 'file:///b.txt', text: 'inside' },
    ],
    structuredContent: { answer: 42 },
    isError: false,
  });
});

test('progress is passed on while a tool runs', async () => {
  const { host } = await startHost([fixture('everyday')]);
  const steps: unknown[] = [];

  const result = await host.catalogue.call(
    'everyday/progress',
    {},
    { onProgress: (step) => steps.push(step) },
  );

  expect(textOf(result)).toBe('done');
  expect(steps).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3, message: `step ${progress}` })));
});

test('a server that asks for the roots is told the workspace and the folders its entry names', async () => {
  const named = await tempDir();
  const { host, dir } = await startHost([fixture('everyday', ['--verbose', named, '/no/such/folder'])]);

  const roots = JSON.parse(textOf(await host.catalogue.call('everyday/roots', {})));

  expect(roots).toEqual(
    [dir, named].map((folder) => ({ uri: pathToFileURL(folder).href, name: path.basename(folder) })),
  );
});

test("a server gets the entry's variables and those it requires, and no other secret", async () => {
  const env = { PATH: process.env.PATH ?? '', OPENAI_API_KEY: 'secret', CITY_TOKEN: 'for you' };
  const config = fixture('everyday', [], { env: { MODE: 'test' }, requiredEnv: ['CITY_TOKEN'] });
  const { host } = await startHost([config], { env });

  const seen = JSON.parse(textOf(await host.catalogue.call('everyday/environment', {})));

  expect(seen).toMatchObject({ MODE: 'test', CITY_TOKEN: 'for you' });
  expect(seen).not.toHaveProperty('OPENAI_API_KEY');
});

test('a server whose variables are missing is not started, and says which', async () => {
  const { host, notices } = await startHost([
    fixture('everyday', [], { requiredEnv: ['PATH', 'TOKEN_A', 'TOKEN_B'] }),
  ]);

  expect(host.status()).toMatchObject([
    { state: 'failed', detail: 'needs TOKEN_A, TOKEN_B in the environment' },
  ]);
  expect(notices).toEqual(['error everyday: needs TOKEN_A, TOKEN_B in the environment']);
});

test('only included tools are offered, excluded ones never, and a name that fits nothing is reported', async () => {
  const filter = { includeTools: ['echo', 'filler-1*', 'rots'], excludeTools: ['filler-12'] };
  const { host, notices } = await startHost([fixture('everyday', [], filter)]);

  const tools = host.catalogue.list().map((tool) => tool.tool);
  expect(tools).toEqual([
    'echo',
    'filler-1',
    'filler-10',
    'filler-11',
    'filler-13',
    'filler-14',
    'filler-15',
  ]);
  expect(notices).toEqual([
    'warn everyday: includeTools or excludeTools names rots, which it does not offer (roots?)',
  ]);
  await expect(host.catalogue.call('everyday/roots', {})).rejects.toMatchObject({ code: 'not_found' });
});

test('tools that a server adds while it runs appear, read once for a burst of changes', async () => {
  const { host } = await startHost([fixture('everyday')]);
  let changes = 0;
  host.catalogue.onChange(() => {
    changes += 1;
  });

  await host.catalogue.call('everyday/grow', { count: 20 });

  await expect.poll(() => host.catalogue.list().length, SOON).toBe(45);
  expect(changes).toBeLessThanOrEqual(3);
  expect(host.status()).toMatchObject([{ tools: 45 }]);
});

test('a call starts the one server it needs', async () => {
  const { host } = await createHost([fixture('everyday'), fixture('silent')]);
  expect(host.status()).toMatchObject([{ detail: 'not started' }, { detail: 'not started' }]);

  expect((await host.catalogue.call('everyday/echo', {})).isError).toBe(false);

  expect(host.status()).toMatchObject([{ state: 'ready' }, { state: 'disabled', detail: 'not started' }]);
});

test('one broken server does not touch the others, and a disabled one is not started', async () => {
  const servers = [
    fixture('everyday'),
    fixture('exit-at-once', [], { restart: false }),
    fixture('nowhere', [], { command: '/no/such/program' }),
    fixture('silent', [], { enabled: false }),
  ];
  const { host } = await startHost(servers);

  expect(host.status().map(({ name, state, detail }) => [name, state, detail])).toEqual([
    ['everyday', 'ready', undefined],
    ['exit-at-once', 'failed', 'exited with code 3: Error: FIXTURE_TOKEN is not set'],
    ['nowhere', 'failed', 'there is no program /no/such/program'],
    ['silent', 'disabled', undefined],
  ]);
  expect(host.catalogue.list()).toHaveLength(25);
});

test('a remote server that is not there backs off, and calls say why', async () => {
  const remote = remoteServerSchema.parse({ name: 'far', transport: 'http', url: 'http://127.0.0.1:9/' });
  const { host } = await startHost([remote], { restartDelaysMs: [60_000] });

  expect(host.status()).toMatchObject([
    { name: 'far', state: 'backing_off', transport: 'http', target: 'http://127.0.0.1:9/' },
  ]);
  await expect(host.catalogue.call('far/tool', {})).rejects.toMatchObject({
    code: 'mcp_failed',
    message: expect.stringMatching(/^server far is not available: cannot be reached/),
    hint: 'It is being restarted.',
  });
});

test('a name that nobody has is an error that says what was meant', async () => {
  const { host } = await startHost([fixture('everyday')]);

  await expect(host.catalogue.call('everyday/ech', {})).rejects.toMatchObject({
    code: 'not_found',
    message: 'server everyday offers no tool ech',
  });
  await expect(host.catalogue.call('evryday/echo', {})).rejects.toMatchObject({
    code: 'not_found',
    hint: 'Did you mean everyday?',
  });
});

test('a large result keeps its head and tail, and the whole of it is in a file', async () => {
  const spillDir = path.join(await tempDir(), 'spill');
  const { host } = await startHost([fixture('everyday')], { spillDir });

  const text = textOf(await host.catalogue.call('everyday/large', { characters: 5_000_000 }));

  expect(text.length).toBeLessThan(50_500);
  expect(text.startsWith('0123456789')).toBe(true);
  expect(text.endsWith('0123456789')).toBe(true);
  const [, file] = /\[4,950,000 characters left out here; the whole result is in (\S+)\]/.exec(text) ?? [];
  expect(await readFile(file ?? '', 'utf8')).toBe('0123456789'.repeat(500_000));
});

test('what a server logs, and its last words on stderr, go to the log and nowhere else', async () => {
  const { host, logs } = await startHost([fixture('everyday')]);

  await host.catalogue.call('everyday/log', {});
  await host[Symbol.asyncDispose]();

  expect(logs).toContain('mcp everyday: warning disk: almost full');
  expect(logs).toContain('mcp everyday: stderr: everyday: ready');
});
