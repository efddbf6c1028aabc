import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openModel } from '../../../src/agent/model/open-model.ts';
import type { ModelProtocol } from '../../../src/core/model-providers.ts';
import { ask, providerAt, SCRIPTED } from './scripted-model.ts';

interface Said {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

/** A question to a server that answers so. */
async function askServer(kind: ModelProtocol, { status = 200, headers = {}, body }: Said) {
  const server = createServer((_, response) => {
    const type = status === 200 ? 'text/event-stream' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return ask(openModel(providerAt(url, { kind }), SCRIPTED));
}

const error = (message: string, more: object = {}) => JSON.stringify({ error: { message, ...more } });

test.each([
  ["This model's maximum context length is 128000 tokens.", 400],
  ['Your input exceeds the context window of this model.', 400],
  ['input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000', 400],
  ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 400],
  ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 400],
  ['the request exceeds the available context size (4096 tokens), try increasing it', 400],
  ['the request exceeds the available context size. try increasing the context size', 500],
  ['The decoder prompt (length 9000) is longer than the maximum model length of 8192.', 400],
  ['Invalid request: Your request exceeded model token limit: 262144', 400],
  ['Please reduce the length of the messages or completion.', 400],
  ['Cannot truncate prompt with n_keep (9332) >= n_ctx (4096)', 400],
  ['Request exceeds the maximum size', 413],
  ['Request too large for gpt-x on tokens per min (TPM): Limit 30000, Requested 38282.', 429],
])('a conversation that is too long is known by: %s', async (message, status) => {
  await expect(askServer('openai', { status, body: error(message) })).rejects.toMatchObject({
    kind: 'too_long',
  });
});

test.each([
  "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64.",
  'max_tokens is too large: 200000. This model supports at most 16384 completion tokens.',
])('a conversation is not summed up for: %s', async (message) => {
  await expect(askServer('openai', { status: 400, body: error(message) })).rejects.toMatchObject({
    kind: 'rejected',
  });
});

test('a quota of Google that passes is waited for as long as it says, one of the day is not', async () => {
  const says = (quota: string) =>
    error('You exceeded your current quota. Please retry in 34.07s.', {
      code: 429,
      details: [
        { violations: [{ quotaId: `GenerateRequests${quota}PerProjectPerModel-FreeTier` }] },
        { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' },
      ],
    });
  await expect(askServer('google', { status: 429, body: says('PerMinute') })).rejects.toMatchObject({
    kind: 'busy',
    retryAfterMs: 34_000,
  });
  await expect(askServer('google', { status: 429, body: says('PerDay') })).rejects.toMatchObject({
    kind: 'rejected',
  });
});

test.each([
  { headers: { 'retry-after': '7' }, says: 'Slow down.', waitMs: 7000 },
  { headers: { 'retry-after-ms': '20', 'retry-after': '1' }, says: 'Slow down.', waitMs: 20 },
  { headers: {}, says: 'Please try again in 7m12.5s.', waitMs: 432_500 },
  { headers: {}, says: 'Please try again in 350ms.', waitMs: 350 },
  { headers: {}, says: 'Please try again in a while.', waitMs: null },
])('how long to wait is read from $headers and "$says"', async ({ headers, says, waitMs }) => {
  const asked = askServer('openai', { status: 429, headers, body: error(says) });
  await expect(asked).rejects.toMatchObject({ kind: 'busy', retryAfterMs: waitMs });
});

test('a model without tools is told as that', async () => {
  const body = error('registry.ollama.ai/library/gemma:2b does not support tools');
  await expect(askServer('openai', { status: 400, body })).rejects.toThrow(
    'does not support tools. An agent needs a model that can call tools: choose another one.',
  );
});

const event = (type: string, value: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
const MESSAGE = { id: 'm', model: 'x', content: [], usage: { input_tokens: 1, output_tokens: 1 } };

const BEGUN = {
  openai: `data: ${JSON.stringify({ choices: [{ delta: { content: 'I' } }] })}\n\n`,
  anthropic: [
    event('message_start', { message: MESSAGE }),
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'I' } }),
  ].join(''),
};

test.each([
  { kind: 'openai', said: { error: { message: 'Overloaded', code: 502 } }, becomes: 'busy' },
  { kind: 'openai', said: { error: { message: 'the context length is exceeded' } }, becomes: 'too_long' },
  { kind: 'openai', said: { error: 'n_ctx is too small' }, becomes: 'too_long' },
  {
    kind: 'openai',
    said: { error: { message: 'no credits', type: 'insufficient_quota' } },
    becomes: 'rejected',
  },
  { kind: 'openai', said: { error: { message: 'a GPU fell over' } }, becomes: 'dropped' },
  {
    kind: 'anthropic',
    said: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    becomes: 'busy',
  },
  {
    kind: 'anthropic',
    said: { type: 'error', error: { type: 'invalid_request_error', message: 'no' } },
    becomes: 'rejected',
  },
] as const)(
  '$kind: an error in the middle of an answer is $becomes: $said',
  async ({ kind, said, becomes }) => {
    const body = `${BEGUN[kind]}event: error\ndata: ${JSON.stringify(said)}\n\n`;
    const asked = askServer(kind, { body });
    await expect(asked).rejects.toMatchObject({ kind: becomes });
    const words = typeof said.error === 'string' ? said.error : said.error.message;
    await expect(asked).rejects.toThrow(words);
  },
);

test.each([
  { type: 'overloaded_error', becomes: 'busy' },
  { type: 'rate_limit_error', becomes: 'busy' },
  { type: 'invalid_request_error', becomes: 'rejected' },
  { type: 'authentication_error', becomes: 'auth' },
])('anthropic: a stream that begins with $type is $becomes', async ({ type, becomes }) => {
  const said = { type: 'error', error: { type, message: 'not so' } };
  const body = `event: error\ndata: ${JSON.stringify(said)}\n\n`;
  await expect(askServer('anthropic', { body })).rejects.toMatchObject({ kind: becomes });
});

test('what is no part of an answer is not shown in full', async () => {
  const body = `data: ${JSON.stringify({ choices: 'x'.repeat(5000) })}\n\n`;
  const thrown: unknown = await askServer('openai', { body }).catch((reason: unknown) => reason);
  expect(thrown).toMatchObject({ kind: 'dropped' });
  expect(String(thrown).length).toBeLessThan(300);
});

test('remarks between the events of a stream are passed over', async () => {
  const end = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`;
  const parts = await askServer('openai', {
    body: `: OPENROUTER PROCESSING\n\n${BEGUN.openai}: ping\n\n${end}`,
  });
  expect(parts).toMatchObject([
    { type: 'text', text: 'I' },
    { type: 'end', reason: 'stop' },
  ]);
});
