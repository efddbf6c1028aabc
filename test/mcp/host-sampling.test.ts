import { expect, test } from 'vitest';
import { SimseError } from '../../src/core/errors.ts';
import type { Sample, SamplingRequest } from '../../src/core/ports/mcp-host.ts';
import { createHost, fixture, SOON, textOf } from './start-host.ts';

const PARAMS = {
  messages: [
    { role: 'user', content: { type: 'text', text: 'What is this?' } },
    {
      role: 'user',
      content: [{ type: 'image', mimeType: 'image/png', data: 'iVBORw0=' }, { type: 'later' }],
    },
    { role: 'assistant', content: { type: 'text', text: 'A picture.' } },
  ],
  systemPrompt: 'Be brief.',
  maxTokens: 100.5,
  temperature: 0.5,
  stopSequences: ['END', 7],
  modelPreferences: { hints: [{ name: 'sonnet' }, {}, { name: 'gpt' }], speedPriority: 1 },
  includeContext: 'allServers',
};

/** What the server is answered when it asks for this, by somebody who answers so. */
async function ask(sample: Sample | undefined, params: object = PARAMS) {
  const { host } = await createHost([fixture('asks')]);
  if (sample !== undefined) host.serveClient({ sample });
  const call = { method: 'sampling/createMessage', params } as never;
  return JSON.parse(textOf(await host.catalogue.call('asks/request', call))) as unknown;
}

test("a server is answered by the user's model", async () => {
  const requests: SamplingRequest[] = [];
  const answer = await ask((request) => {
    requests.push(request);
    return Promise.resolve({ text: 'A cat.', model: 'claude', stopReason: 'endTurn' });
  });

  expect(answer).toEqual({
    result: {
      role: 'assistant',
      content: { type: 'text', text: 'A cat.' },
      model: 'claude',
      stopReason: 'endTurn',
    },
  });
  expect(requests).toEqual([
    {
      server: 'asks',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'What is this?' }] },
        {
          role: 'user',
          content: [
            { type: 'image', mimeType: 'image/png', data: 'iVBORw0=' },
            { type: 'unknown', json: '{"type":"later"}' },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'A picture.' }] },
      ],
      systemPrompt: 'Be brief.',
      maxTokens: 100,
      temperature: 0.5,
      stopSequences: ['END'],
      modelHints: ['sonnet', 'gpt'],
    },
  ]);
});

test('a request that the user does not allow is refused as the protocol has it', async () => {
  const deny: Sample = () => Promise.reject(new SimseError('denied', 'the user said no'));
  expect(await ask(deny)).toEqual({ error: { code: -1, message: 'the user said no' } });
  const fail: Sample = () => Promise.reject(new SimseError('no_backend', 'there is no backend'));
  expect(await ask(fail)).toEqual({ error: { code: -32603, message: 'there is no backend' } });
});

test.each([
  ['no messages', { ...PARAMS, messages: [] }],
  ['no limit', { messages: PARAMS.messages }],
  ['tools, which nobody offered', { ...PARAMS, tools: [{ name: 'x' }] }],
])('a request with %s is refused without asking anybody', async (_title, params) => {
  const never: Sample = () => Promise.reject(new Error('was asked'));
  expect(await ask(never, params)).toMatchObject({ error: { code: -32602 } });
});

test('where nobody answers, the model is not offered', async () => {
  expect(await ask(undefined)).toMatchObject({ error: { code: -32601 } });
  const { host } = await createHost([fixture('asks')]);
  const hello = JSON.parse(textOf(await host.catalogue.call('asks/hello', {})));
  expect(hello).toEqual({
    protocolVersion: '2025-11-25',
    capabilities: { roots: { listChanged: true } },
    clientInfo: { name: 'simse', version: '0.0.0' },
  });
});

test('what answers is offered in the handshake, sampling without tools', async () => {
  const { host } = await createHost([fixture('asks')]);
  host.serveClient({
    sample: () => Promise.reject(new Error('not here')),
    elicit: () => Promise.resolve({ action: 'decline' }),
  });
  const { capabilities } = JSON.parse(textOf(await host.catalogue.call('asks/hello', {})));
  expect(capabilities).toEqual({
    roots: { listChanged: true },
    sampling: {},
    elicitation: { form: { applyDefaults: true }, url: {} },
  });
});

test('a server that takes its request back is not waited for', async () => {
  const { host } = await createHost([fixture('asks')]);
  let isWithdrawn = false;
  const sample: Sample = (_request, { signal }) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        isWithdrawn = true;
        reject(new SimseError('cancelled', 'was withdrawn'));
      });
    });
  host.serveClient({ sample });

  await host.catalogue.call('asks/withdraw', { method: 'sampling/createMessage', params: PARAMS } as never);
  const cancel = { method: 'notifications/cancelled', params: { requestId: 'withdrawn' } };
  await host.catalogue.call('asks/notify', cancel);

  await expect.poll(() => isWithdrawn, SOON).toBe(true);
});
