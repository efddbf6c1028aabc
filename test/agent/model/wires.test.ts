import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openModel } from '../../../src/agent/model/open-model.ts';
import { providerOptions } from '../../../src/agent/model/provider-options.ts';
import { BUILT_IN_TOOLS } from '../../../src/agent/tools/tool-kit.ts';
import type { ModelProtocol } from '../../../src/core/model-providers.ts';
import type { Reply } from '../../fixtures/model/model-server.mjs';
import { ask, modelAt, modelServer, providerAt, SCRIPTED } from './scripted-model.ts';

const WIRES: readonly ModelProtocol[] = ['openai', 'openai-responses', 'anthropic', 'google'];

async function askScripted(kind: ModelProtocol, ...replies: Reply[]) {
  const server = await modelServer(...replies);
  const model = modelAt(server, kind);
  return {
    server,
    model,
    ask: (signal?: AbortSignal) => ask(model, { tools: BUILT_IN_TOOLS, ...(signal && { signal }) }),
  };
}

test.each(WIRES)('%s: words, thoughts and calls come as they stream', async (kind) => {
  const { ask } = await askScripted(kind, {
    steps: [
      { reasoning: 'Hm.' },
      { text: 'I look ' },
      { text: 'at two.' },
      { call: 'read_file', args: { path: 'a' } },
      { call: 'grep', args: { pattern: 'b' } },
    ],
    usage: { input: 30, output: 7 },
  });
  const parts = await ask();
  const said = parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join('');
  expect(said).toBe('I look at two.');
  expect(parts).toContainEqual({ type: 'reasoning', text: 'Hm.' });
  const calls = parts.flatMap((part) => (part.type === 'tool_call' ? part.call : []));
  expect(calls).toMatchObject([
    { tool: 'read_file', args: { path: 'a' } },
    { tool: 'grep', args: { pattern: 'b' } },
  ]);
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  expect(parts.at(-1)).toMatchObject({
    type: 'end',
    reason: 'tool_calls',
    usage: { input: 30, output: 7 },
    message: { role: 'assistant' },
  });
});

test.each(WIRES)('%s: what it said and got goes with the next question', async (kind) => {
  const { server, model } = await askScripted(
    kind,
    { steps: [{ reasoning: 'Hm.' }, { call: 'read_file', args: { path: 'a' } }] },
    { when: 'what stands in a', steps: [{ text: 'Seen.' }] },
  );
  const end = (await ask(model, { tools: BUILT_IN_TOOLS })).at(-1);
  const call = end?.type === 'end' ? end.message : null;
  const id = JSON.stringify(call).match(/"toolCallId":"([^"]+)"/)?.[1] ?? '';
  const parts = await ask(model, {
    tools: BUILT_IN_TOOLS,
    messages: [
      { role: 'user', content: 'Hello' },
      ...(call === null ? [] : [call]),
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: id,
            toolName: 'read_file',
            output: { type: 'text', value: 'what stands in a' },
          },
        ],
      },
    ],
  });
  expect(parts[0]).toEqual({ type: 'text', text: 'Seen.' });
  expect(server.unused()).toBe(0);
});

test.each([
  { status: 429, headers: { 'retry-after': '2' }, kind: 'busy', retryAfterMs: 2000 },
  { status: 503, headers: {}, kind: 'busy', retryAfterMs: null },
  { status: 529, headers: { 'retry-after-ms': '30' }, kind: 'busy', retryAfterMs: 30 },
  { status: 401, headers: {}, kind: 'auth', retryAfterMs: null },
  { status: 400, headers: {}, kind: 'rejected', retryAfterMs: null },
])(
  'a status of $status is a model that is $kind, by every wire',
  async ({ status, headers, ...expected }) => {
    for (const wire of WIRES) {
      const { ask } = await askScripted(wire, { status, headers, error: 'not now' });
      await expect(ask()).rejects.toMatchObject({ ...expected, message: expect.stringContaining('not now') });
    }
  },
);

test.each(WIRES)('%s: an answer that breaks off is no answer', async (kind) => {
  const { ask } = await askScripted(kind, { steps: [{ text: 'I was about' }, { drop: true }] });
  await expect(ask()).rejects.toMatchObject({ kind: 'dropped' });
});

test.each(WIRES)('%s: a conversation that does not fit is told from other refusals', async (kind) => {
  const { ask } = await askScripted(kind, {
    status: 400,
    error: 'prompt is too long: 210000 tokens > 200000 maximum',
  });
  await expect(ask()).rejects.toMatchObject({ kind: 'too_long' });
});

test.each(['openai', 'openai-responses', 'anthropic'] as const)(
  '%s: arguments that are no JSON come with what is wrong',
  async (kind) => {
    const { ask } = await askScripted(kind, { steps: [{ call: 'read_file', raw: '{"path": }' }] });
    expect(await ask()).toContainEqual({
      type: 'tool_call',
      call: expect.objectContaining({ tool: 'read_file', problem: expect.stringContaining('JSON') }),
    });
  },
);

test.each(WIRES)('%s: giving up closes the stream', async (kind) => {
  const { server, ask } = await askScripted(kind, { steps: [{ text: 'One moment' }, { hang: true }] });
  const giving = new AbortController();
  const asked = ask(giving.signal);
  await expect.poll(() => server.requests.length).toBe(1);
  giving.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
  await expect.poll(() => server.requests[0]?.aborted).toBe(true);
});

test.each([
  { kind: 'openai', said: { reasoning_effort: 'high' } },
  { kind: 'openai-responses', said: { reasoning: { effort: 'high' }, store: false } },
  { kind: 'anthropic', said: { thinking: { type: 'enabled', budget_tokens: 24_576 } } },
  {
    kind: 'google',
    said: { generationConfig: { thinkingConfig: { includeThoughts: true, thinkingBudget: 24_576 } } },
  },
] as const)('$kind: how long to think is said, where the model can', async ({ kind, said }) => {
  const server = await modelServer({ steps: [{ text: 'Yes.' }] }, { steps: [{ text: 'Yes.' }] });
  await ask(modelAt(server, kind), { effort: 'high' });
  await ask(modelAt(server, kind, { canReason: false }), { effort: 'high' });
  expect(server.requests[0]?.body).toMatchObject(said);
  expect(server.requests[1]?.body).not.toMatchObject(said);
});

type Marked = { content: { cache_control?: object }[] };

test('Anthropic is told to keep what will be asked again: the tools and the system, and what has been said', async () => {
  const server = await modelServer({ steps: [{ text: 'Yes.' }] }, { steps: [{ text: 'Yes.' }] });
  const model = modelAt(server, 'anthropic');
  const messages = ['One?', 'One.', 'Two?', 'Two.', 'Three?'].map((content, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content,
  }));
  await ask(model, { tools: BUILT_IN_TOOLS, messages });
  const body = server.requests[0]?.body as { system: Marked['content']; messages: Marked[] };
  const marks = body.messages.map(({ content }) => content.at(-1)?.cache_control !== undefined);
  expect(body.system.at(-1)?.cache_control).toEqual({ type: 'ephemeral' });
  expect(marks).toEqual([false, false, true, false, true]);
  await ask(model, { messages });
  expect(JSON.stringify(server.requests[1]?.body)).not.toContain('cache_control');
});

test('who hands on what Anthropic has is told to keep it, and nobody else', () => {
  const asked = (baseUrl: string, model: string) =>
    JSON.stringify(providerOptions(providerAt(baseUrl), model, { effort: null, wantsSummary: false }));
  expect(asked('https://openrouter.ai/api/v1', 'anthropic/claude-sonnet-5.5')).toContain('cache_control');
  expect(asked('https://openrouter.ai/api/v1', 'openai/gpt-6-sol')).not.toContain('cache_control');
  expect(asked('https://models.example/v1', 'anthropic/claude-sonnet-5.5')).not.toContain('cache_control');
});

test('a provider with dots in its name is told how long to think', async () => {
  const server = await modelServer({ steps: [{ text: 'Yes.' }] });
  const provider = providerAt(`${server.url}/v1`, { name: '127.0.0.1' });
  await ask(openModel(provider, { ...SCRIPTED, id: '127.0.0.1/scripted' }), { effort: 'high' });
  expect(server.requests[0]?.body).toMatchObject({ reasoning_effort: 'high' });
});

test('OpenAI is asked for what it thought, and without that when it refuses to tell', async () => {
  const server = await modelServer(
    { status: 400, error: 'Your organization must be verified to generate reasoning summaries.' },
    { steps: [{ reasoning: 'One.' }, { reasoning: 'Two.' }, { text: 'Yes.' }] },
    { steps: [{ text: 'Yes.' }] },
  );
  const model = modelAt(server, 'openai-responses');
  const parts = await ask(model);
  await ask(model);
  const thoughts = parts.flatMap((part) => (part.type === 'reasoning' ? part.text : []));
  expect(thoughts.join('')).toBe('One.\n\nTwo.');
  const summaries = server.requests.map(({ body }) => JSON.stringify(body['reasoning'] ?? null));
  expect(summaries).toEqual(['{"summary":"auto"}', 'null', 'null']);
});

test.each(['reasoning', 'reasoning_content'])(
  'what a model thinks is shown where its server calls it %s',
  async (field) => {
    const server = createServer((_, response) => {
      const chunk = (delta: object, finish_reason: string | null = null) =>
        `data: ${JSON.stringify({ choices: [{ delta, finish_reason }] })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(chunk({ [field]: 'Hm.' }) + chunk({ content: 'Yes.' }) + chunk({}, 'stop'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const parts = await ask(openModel(providerAt(`http://127.0.0.1:${port}/v1`), SCRIPTED));
    expect(parts).toMatchObject([{ type: 'reasoning', text: 'Hm.' }, { type: 'text' }, { type: 'end' }]);
  },
);
