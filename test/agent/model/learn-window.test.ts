import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createModelSource } from '../../../src/agent/model/model-source.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { ask } from './scripted-model.ts';

/** An Ollama that loads its one model with the first question. */
async function ollama(window: number, isLoaded = false): Promise<string> {
  let running = isLoaded;
  const server = createServer((request, response) => {
    const answer = (value: object) => void response.end(JSON.stringify(value));
    switch (request.url) {
      case '/api/tags':
        return answer({ models: [{ name: 'small:3b', size: 1000 }] });
      case '/api/show':
        return answer({ capabilities: ['tools'], model_info: { 'llama.context_length': 131_072 } });
      case '/api/ps':
        return answer({ models: running ? [{ name: 'small:3b', context_length: window }] : [] });
      case '/v1/chat/completions':
        running = true;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return void response.end(
          `data: ${JSON.stringify({ choices: [{ delta: { content: 'Yes.' }, finish_reason: 'stop' }] })}\n\n`,
        );
      default:
        return void response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function begin(url: string) {
  const env = { OLLAMA_HOST: url };
  const source = createModelSource({ env, settings: {}, dataDir: await tempDir() });
  onTestFinished(() => source[Symbol.asyncDispose]());
  await source.list();
  return source;
}

test('the window that Ollama sets aside is known as soon as it has loaded the model', async () => {
  const source = await begin(await ollama(64_000));
  const model = source.open('ollama/small:3b');
  expect(model.info.contextWindow).toBe(null);
  const parts = await ask(model);
  expect(parts.map(({ type }) => type)).toEqual(['text', 'end']);
  expect(model.info.contextWindow).toBe(64_000);
  expect(source.open('ollama/small:3b').info.contextWindow).toBe(64_000);
});

test('a window that is too small for an agent is told, with what gives more', async () => {
  const late = await begin(await ollama(4096));
  const parts = await ask(late.open('ollama/small:3b'));
  const thoughts = parts.flatMap((part) => (part.type === 'reasoning' ? part.text : []));
  expect(thoughts.join('')).toContain('set aside 4096 tokens for small:3b');
  expect(thoughts.join('')).toContain('OLLAMA_CONTEXT_LENGTH=64000');
  const early = await begin(await ollama(4096, true));
  expect(early.notes()).toEqual([expect.stringMatching(/^The server has set aside 4096 tokens/)]);
});
