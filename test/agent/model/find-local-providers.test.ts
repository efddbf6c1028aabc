import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { findLocalProviders } from '../../../src/agent/model/find-local-providers.ts';
import { jsonServer, listOf } from './json-server.ts';

test('servers of this machine are found with what is loaded and how much it can hold', async () => {
  const ollama = await jsonServer({
    '/api/tags': {
      models: [
        { name: 'huge:700b', size: 10 ** 15 },
        { name: 'small:3b', size: 2 * 10 ** 9 },
        { name: 'middle:8b', size: 5 * 10 ** 9 },
        { name: 'nomic-embed-text:latest', size: 3 * 10 ** 8 },
      ],
    },
    '/api/ps': { models: [{ name: 'small:3b', context_length: 32_768 }] },
    '/api/show': { capabilities: ['completion', 'tools', 'thinking'], parameters: 'num_ctx   16384' },
  });
  const lmStudio = await jsonServer({
    '/api/v0/models': {
      data: [
        { id: 'qwen', type: 'llm', state: 'not-loaded', max_context_length: 131_072 },
        { id: 'gemma', type: 'vlm', state: 'loaded', loaded_context_length: 8192 },
        { id: 'vectors', type: 'embeddings', state: 'loaded' },
      ],
    },
  });
  const llamaCpp = await jsonServer({
    '/v1/models': { data: [{ id: '/models/phi.gguf', owned_by: 'llamacpp' }] },
    '/props': { default_generation_settings: { n_ctx: 4096 }, modalities: { vision: false } },
  });
  const at = { ollama: ollama.url, lmStudio: lmStudio.url, llamaCpp: llamaCpp.url };
  const found = await findLocalProviders(at, new AbortController().signal);
  expect(found.map(({ provider }) => provider.name)).toEqual(['ollama', 'lmstudio', 'llamacpp']);
  expect(found[0]?.models).toMatchObject([
    { id: 'huge:700b', contextWindow: 16_384 },
    { id: 'small:3b', contextWindow: 32_768, isLoaded: true, reasoning: true },
    { id: 'middle:8b' },
  ]);
  expect(found[1]?.models).toEqual([
    { id: 'qwen', images: false, isLoaded: false },
    { id: 'gemma', images: true, isLoaded: true, contextWindow: 8192 },
  ]);
  expect(found[2]?.models).toMatchObject([{ id: '/models/phi.gguf', name: 'phi.gguf', contextWindow: 4096 }]);
});

test('whatever else listens on the usual ports is no model server', async () => {
  const other = await jsonServer({ '/v1/models': listOf('a') });
  const html = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>');
  });
  await new Promise<void>((resolve) => html.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void html.close());
  const page = `http://127.0.0.1:${(html.address() as AddressInfo).port}`;
  const at = { ollama: page, lmStudio: page, llamaCpp: other.url };
  expect(await findLocalProviders(at, new AbortController().signal)).toEqual([]);
});
