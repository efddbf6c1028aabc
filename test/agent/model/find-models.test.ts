import { readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findModels } from '../../../src/agent/model/find-models.ts';
import { createModelCache } from '../../../src/agent/model/model-cache.ts';
import { createModelSource } from '../../../src/agent/model/model-source.ts';
import type { ModelSettings } from '../../../src/agent/model/provider.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { jsonServer, listOf, nobody } from './json-server.ts';
import { providerAt } from './scripted-model.ts';

const KEY = 'sk-very-secret-key';

async function sourceOf(env: Record<string, string>, settings: ModelSettings = {}, dataDir?: string) {
  const dir = dataDir ?? (await tempDir());
  const source = createModelSource({ env: { SIMSE_LOCAL_MODELS: 'off', ...env }, settings, dataDir: dir });
  onTestFinished(() => source[Symbol.asyncDispose]());
  return { source, dataDir: dir };
}

async function idsOf(env: Record<string, string>, settings: ModelSettings = {}) {
  const { source } = await sourceOf(env, settings);
  return (await source.list()).map(({ id }) => id);
}

test('a key in the environment is all that is needed; its model to begin with is a strong one, not the dearest', async () => {
  const { url, headers } = await jsonServer({
    '/v1/models?limit=1000': listOf(
      'claude-fable-5-1',
      'claude-haiku-5-5',
      'claude-opus-5-5',
      'claude-sonnet-4-5-20250929',
      'claude-sonnet-5-5',
      'claude-sonnet-5',
    ),
  });
  const ids = await idsOf({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url });
  expect(ids[0]).toBe('anthropic/claude-sonnet-5-5');
  expect(ids).toHaveLength(6);
  expect(headers[0]?.['x-api-key']).toBe(KEY);
});

test('what cannot be talked to is no model to choose', async () => {
  const { url } = await jsonServer({
    '/v1/models': listOf(
      'gpt-6.2-sol',
      'gpt-6-luna',
      'text-embedding-3-large',
      'whisper-1',
      'gpt-4o-mini-tts',
      'dall-e-3',
      'gpt-image-2',
      'omni-moderation-latest',
      'gpt-realtime',
      'sora-2',
    ),
  });
  const ids = await idsOf({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: url });
  expect(ids).toEqual(['openai/gpt-6.2-sol', 'openai/gpt-6-luna']);
});

test("a provider's own facts count: sizes, prices, and whether a model takes tools", async () => {
  const { url } = await jsonServer({
    '/v1/models': {
      data: [
        {
          id: 'someone/great',
          name: 'Great',
          context_length: 131_072,
          top_provider: { max_completion_tokens: 32_768 },
          pricing: { prompt: '0.0000012', completion: '0.000006', input_cache_read: '0.00000012' },
          architecture: { input_modalities: ['text', 'image'], output_modalities: ['text'] },
          supported_parameters: ['tools', 'reasoning'],
        },
        { id: 'someone/toolless', supported_parameters: ['temperature'] },
      ],
    },
  });
  const { source } = await sourceOf({}, { providers: [{ name: 'router', kind: 'openai', baseUrl: url }] });
  expect(await source.list()).toEqual([
    {
      id: 'router/someone/great',
      name: 'someone/great',
      contextWindow: 131_072,
      maxOutput: 32_768,
      takesImages: true,
      canReason: true,
      price: { input: 1.2, output: 6, cacheRead: 0.12 },
    },
  ]);
});

test('a provider that cannot be asked offers what it is known to have, and says why', async () => {
  const findings = await findModels({
    env: { ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: await nobody(), SIMSE_LOCAL_MODELS: 'off' },
    settings: {},
    cache: null,
    signal: new AbortController().signal,
    inBackground() {},
  });
  expect(findings).toMatchObject([
    { provider: { from: 'ANTHROPIC_API_KEY' }, problem: expect.stringContaining('connection refused') },
  ]);
  expect(findings[0]?.models[0]?.id).toBe('anthropic/claude-sonnet-5-5');
});

test('a provider that says nothing holds up nobody for more than two seconds', async () => {
  const { url } = await jsonServer({ '/v1/models?limit=1000': 'silent' });
  const started = performance.now();
  expect(await idsOf({ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: url })).not.toEqual([]);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test('models of config.json are not asked for, and the default comes first by its end', async () => {
  const { url, asked } = await jsonServer({});
  const models = [
    { id: 'small' },
    { id: 'team/large', contextWindow: 65_536, price: { input: 1, output: 2 } },
  ];
  const settings: ModelSettings = {
    default: 'large',
    providers: [{ name: 'work', kind: 'openai', baseUrl: url, apiKeyEnv: 'WORK_KEY', models }],
  };
  const { source } = await sourceOf({ WORK_KEY: KEY }, settings);
  const [first, second] = await source.list();
  expect(first).toMatchObject({
    id: 'work/team/large',
    contextWindow: 65_536,
    price: { input: 1, output: 2 },
  });
  expect(second).toMatchObject({ id: 'work/small', price: null });
  expect([asked, source.notes()]).toEqual([[], []]);
});

test('a default that is not there is said', async () => {
  const { url } = await jsonServer({ '/v1/models': listOf('a') });
  const providers = [{ name: 'work', kind: 'openai' as const, baseUrl: url }];
  const { source } = await sourceOf({}, { default: 'gone', providers });
  expect((await source.list())[0]?.id).toBe('work/a');
  expect(source.notes()).toEqual([expect.stringContaining('gone (models.default in config.json)')]);
});

test('lists are kept for a day without keys, and renewed behind the back of who asks', async () => {
  const answers: Record<string, unknown> = { '/v1/models': listOf('old') };
  const { url, asked } = await jsonServer(answers);
  const env = { OPENAI_API_KEY: KEY, OPENAI_BASE_URL: url };
  const { source, dataDir } = await sourceOf(env);
  await source.list();
  await source.list();
  expect(asked).toHaveLength(1);

  const file = join(dataDir, 'agent', 'models.json');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, 'utf8')).not.toContain(KEY);

  answers['/v1/models'] = listOf('new');
  const provider = providerAt(`${url}/v1`, { name: 'openai' });
  const yesterday = createModelCache(file, () => Date.now() - 25 * 60 * 60 * 1000);
  await yesterday.write(provider, [{ id: 'old' }]);
  expect((await source.list()).map(({ name }) => name)).toEqual(['old']);
  await expect.poll(async () => (await source.list()).map(({ name }) => name)).toEqual(['new']);
});

test('a kept file that something else has written is as good as none', async () => {
  const { url } = await jsonServer({ '/v1/models': listOf('a') });
  const dataDir = await tempDir({ 'agent/models.json': '{"openai": [1, 2' });
  const { source } = await sourceOf({ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: url }, {}, dataDir);
  expect(await source.list()).toHaveLength(1);
});

test('--provider is the only provider, and gets no key but its own', async () => {
  const { url, headers } = await jsonServer({ '/v1/models': listOf('a') });
  const keys = { OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY };
  const sent = () => new Set(headers.map(({ authorization }) => authorization));
  expect(await idsOf(keys, { oneOff: url })).toEqual(['127.0.0.1/a']);
  expect(sent()).toEqual(new Set([undefined]));
  await idsOf({ ...keys, SIMSE_API_KEY: 'mine' }, { oneOff: url });
  expect(sent()).toEqual(new Set([undefined, 'Bearer mine']));
});

test('--provider with a model that it does not list is believed', async () => {
  const { url } = await jsonServer({});
  expect(await idsOf({}, { oneOff: url, wanted: 'mine' })).toEqual(['127.0.0.1/mine']);
});

test('--provider with the address of Ollama has what Ollama says of its models, and those with tools only', async () => {
  const shown = { capabilities: ['completion', 'tools', 'vision'], parameters: 'num_ctx 65536' };
  const { url } = await jsonServer({
    '/v1/models': listOf('llava:7b', 'unlisted'),
    '/api/tags': { models: [{ name: 'llava:7b', size: 1000 }] },
    '/api/show': shown,
  });
  const { source } = await sourceOf({}, { oneOff: url });
  expect(await source.list()).toMatchObject([
    { id: '127.0.0.1/llava:7b', contextWindow: 65_536, takesImages: true },
  ]);
});

test("what a server of one's own has is asked for each time: it may serve another model by now", async () => {
  const answers: Record<string, unknown> = { '/v1/models': listOf('old') };
  const { url } = await jsonServer(answers);
  const named = await sourceOf({}, { providers: [{ name: 'lab', kind: 'openai', baseUrl: url }] });
  const oneOff = await sourceOf({}, { oneOff: url });
  for (const { source } of [named, oneOff]) await source.list();
  answers['/v1/models'] = listOf('new');
  for (const { source } of [named, oneOff])
    expect((await source.list()).map(({ name }) => name)).toEqual(['new']);
});

test('a key does not follow a redirect', async () => {
  const target = await jsonServer({ '/v1/models': listOf('a') });
  const server = createServer((_, response) => {
    response.writeHead(307, { location: `${target.url}/v1/models` }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await idsOf({ SIMSE_API_KEY: KEY }, { oneOff: url })).toEqual([]);
  expect(target.asked).toEqual([]);
});

test('of a server on this machine the loaded model comes first, or else the largest that fits', async () => {
  const tags = {
    models: [
      { name: 'small:3b', size: 2000 },
      { name: 'huge:700b', size: 10 ** 15 },
      { name: 'middle:8b', size: 5000 },
    ],
  };
  const answers: Record<string, unknown> = { '/api/tags': tags };
  const { url } = await jsonServer(answers);
  const { source } = await sourceOf({ OLLAMA_HOST: url.replace('http://', ''), SIMSE_LOCAL_MODELS: '' });
  const ollama = async () =>
    (await source.list()).map(({ id }) => id).filter((id) => id.startsWith('ollama/'));
  expect(await ollama()).toEqual(['ollama/middle:8b', 'ollama/small:3b', 'ollama/huge:700b']);
  answers['/api/ps'] = { models: [{ name: 'small:3b' }] };
  expect((await ollama())[0]).toBe('ollama/small:3b');
});
