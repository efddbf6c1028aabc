import { readdir, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { BUILT_IN_BACKEND } from '../../src/config/backend-config.ts';
import type { ContentBlock } from '../../src/core/content.ts';
import type { SamplingRequest } from '../../src/core/ports/mcp-host.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { createSampler, type SamplerOptions } from '../../src/session/sampling/create-sampler.ts';
import { echoAgent, type FakeBackend, fakeBackend, patientAgent } from './fake-backend.ts';
import { openWith } from './open-session.ts';
import { setUpGate } from './set-up-gate.ts';
import { shopHost } from './shop-host.ts';

const QUESTION: SamplingRequest = {
  server: 'shop',
  messages: [{ role: 'user', content: [{ type: 'text', text: 'What is the capital of France?' }] }],
  maxTokens: 100,
  modelHints: [],
};
const NEVER = { signal: new AbortController().signal };

function agentSaying(...pieces: string[]): FakeBackend {
  return fakeBackend((_blocks, { emit }) => {
    for (const text of pieces)
      emit({ type: 'message_chunk', role: 'agent', content: { type: 'text', text } });
    return Promise.resolve({ stopReason: 'end_turn' });
  });
}

/** A sampler whose gate allows everything, unless it is told otherwise. */
function setUp(backend: FakeBackend, options: Partial<SamplerOptions> = {}) {
  const events: SessionEvent[] = [];
  const { gate } = setUpGate({ allow: ['sampling(shop)'] });
  const sample = createSampler({
    backend: () => backend,
    gate,
    model: () => null,
    turn: () => 'one',
    emit: (event) => void events.push(event),
    ...options,
  });
  return { sample, events };
}

test('a server is answered by a process of the backend that knows nothing and can do nothing', async () => {
  let looked: unknown[] = [];
  const backend = fakeBackend(async (_blocks, services) => {
    const { cwd = '' } = backend.opened[0] ?? {};
    const verdict = await services.gate.authorize({ kind: 'shell', command: 'ls', cwd }, { askedBy: 'fake' });
    looked = [await readdir(cwd), verdict.allowed, services.catalogue.list()];
    services.emit({ type: 'message_chunk', role: 'agent', content: { type: 'text', text: 'Paris.' } });
    return { stopReason: 'end_turn' };
  });
  const { sample, events } = setUp(backend);
  expect(await sample(QUESTION, NEVER)).toEqual({ text: 'Paris.', model: 'fake', stopReason: 'endTurn' });
  expect(looked).toEqual([[], false, []]);
  const [opened] = backend.opened;
  expect(opened).toMatchObject({ mcpServers: [], additionalDirectories: [] });
  expect(backend.ends).toBe(1);
  await expect(stat(opened?.cwd ?? '')).rejects.toMatchObject({ code: 'ENOENT' });
  expect(events).toMatchObject([{ type: 'notice', level: 'info', text: 'was answered: Paris.' }]);
});

test('the process that answers a server runs in the empty folder as well', async () => {
  const backend = agentSaying('Paris.');
  const { connect } = backend;
  const places: string[] = [];
  backend.connect = (services, signal, cwd) => {
    places.push(cwd);
    return connect(services, signal, cwd);
  };
  await setUp(backend).sample(QUESTION, NEVER);
  expect(places).toEqual([backend.opened[0]?.cwd]);
});

test('instructions, roles and images are handed over in their order', async () => {
  let prompted: ContentBlock[] = [];
  const backend = fakeBackend((blocks, services, signal) => {
    prompted = blocks;
    return echoAgent(blocks, services, signal);
  });
  const image: ContentBlock = { type: 'image', mimeType: 'image/png', data: 'iVBORw0=' };
  await setUp(backend).sample(
    {
      ...QUESTION,
      systemPrompt: 'Be brief.',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'What is this?' }, image] },
        { role: 'assistant', content: [{ type: 'text', text: 'A dot.' }] },
      ],
    },
    NEVER,
  );
  const [before, shown, after] = prompted;
  expect(before).toMatchObject({
    text: expect.stringMatching(/100 tokens[^]*Be brief\.[^]*User:\n\nWhat is this\?$/),
  });
  expect(shown).toEqual(image);
  expect(after).toEqual({ type: 'text', text: 'Assistant:\n\nA dot.' });
});

test('the user sees all of it before it is sent; a refusal is told to the server and starts nothing', async () => {
  const backend = agentSaying('Paris.');
  const { gate, open, answer } = setUpGate();
  const { sample } = setUp(backend, { gate });
  const asked = sample({ ...QUESTION, systemPrompt: 'Be brief.' }, NEVER);
  await expect.poll(() => open()).toHaveLength(1);
  expect(open()).toMatchObject([
    {
      askedBy: 'shop',
      request: {
        kind: 'sampling',
        server: 'shop',
        prompt: 'System: Be brief.\n\nUser: What is the capital of France?',
      },
    },
  ]);
  answer('reject_once');
  await expect(asked).rejects.toMatchObject({ code: 'denied' });
  expect(backend.starts).toBe(0);
});

test('without a terminal it says which rule would allow it', async () => {
  const { gate } = setUpGate({ interactive: false });
  await expect(setUp(agentSaying('Paris.'), { gate }).sample(QUESTION, NEVER)).rejects.toThrow(
    "--allow 'sampling(shop)' would allow it",
  );
});

test.each([
  [
    'a stop sequence',
    { stopSequences: ['STOP', ''] },
    ['Paris', '. ST', 'OP more'],
    'Paris. ',
    'stopSequence',
  ],
  ['the first of several', { stopSequences: ['more', 'is'] }, ['Paris. more'], 'Par', 'stopSequence'],
  [
    'the limit of its length',
    { maxTokens: 2 },
    ['x'.repeat(10), 'y'.repeat(10)],
    'xxxxxxxxxxyyyyyy',
    'maxTokens',
  ],
])('an answer ends at %s', async (_what, over, pieces, text, stopReason) => {
  const answer = await setUp(agentSaying(...pieces)).sample({ ...QUESTION, ...over }, NEVER);
  expect(answer).toMatchObject({ text, stopReason });
});

test('a model that says enough is stopped', async () => {
  let stopped = false;
  const backend = fakeBackend(async (blocks, services, signal) => {
    services.emit({ type: 'message_chunk', role: 'agent', content: { type: 'text', text: 'Paris#' } });
    const result = await (signal.aborted
      ? { stopReason: 'cancelled' }
      : patientAgent(blocks, services, signal));
    stopped = true;
    return result;
  });
  const { sample } = setUp(backend);
  expect(await sample({ ...QUESTION, stopSequences: ['#'] }, NEVER)).toMatchObject({ text: 'Paris' });
  expect(stopped).toBe(true);
});

test('the model is the one that the user has chosen, and is named', async () => {
  const backend = agentSaying('Paris.');
  const choices = ['small', 'large'].map((value) => ({ value, name: `The ${value} one` }));
  backend.settings = [{ id: 'm', name: 'Model', category: 'model', value: 'small', choices }];
  const { sample } = setUp(backend, { model: () => 'large' });
  expect(await sample(QUESTION, NEVER)).toMatchObject({ model: 'The small one' });
  expect(backend.set).toEqual([['m', 'large']]);
});

test('not more than three are answered at once, and the next when there is room', async () => {
  const backend = fakeBackend(patientAgent);
  const { sample } = setUp(backend);
  const aborts = Array.from({ length: 5 }, () => new AbortController());
  const asked = aborts.map(({ signal }) => sample(QUESTION, { signal }).catch(() => 'cancelled'));
  await expect.poll(() => backend.starts).toBe(3);
  aborts[4]?.abort();
  expect(await asked[4]).toBe('cancelled');
  aborts[0]?.abort();
  await expect.poll(() => backend.starts).toBe(4);
  for (const abort of aborts) abort.abort();
  await Promise.all(asked);
  expect(backend.ends).toBe(4);
});

test('a server asks ten times in a turn at most, another server and the next turn count anew', async () => {
  let turn = 'one';
  const { gate } = setUpGate({ allow: ['sampling'] });
  const { sample } = setUp(agentSaying('Paris.'), { turn: () => turn, gate });
  for (let asked = 0; asked < 10; asked += 1) await sample(QUESTION, NEVER);
  await expect(sample(QUESTION, NEVER)).rejects.toMatchObject({ code: 'limit' });
  expect(await sample({ ...QUESTION, server: 'other' }, NEVER)).toMatchObject({ text: 'Paris.' });
  turn = 'two';
  expect(await sample(QUESTION, NEVER)).toMatchObject({ text: 'Paris.' });
});

test.each([
  ['nothing', { stopReason: 'end_turn' }, 'fake answered nothing'],
  ['that it will not', { stopReason: 'refusal' }, 'fake refused to answer'],
  [
    'an error',
    { stopReason: 'error', error: { code: 'backend_failed', message: 'the model is overloaded' } },
    'the model is overloaded',
  ],
] as const)('a backend that says %s is an error for the server', async (_what, result, message) => {
  const { sample } = setUp(fakeBackend(() => Promise.resolve(result)));
  await expect(sample(QUESTION, NEVER)).rejects.toThrow(message);
});

test('without a model nobody is asked', async () => {
  const backend = { ...agentSaying('No model is connected.'), name: BUILT_IN_BACKEND };
  const { gate, open } = setUpGate();
  const { sample } = setUp(backend, { gate });
  await expect(sample(QUESTION, NEVER)).rejects.toMatchObject({ code: 'no_backend' });
  expect(open()).toEqual([]);
});

test('what is too long to be shown is not sent', async () => {
  const content: ContentBlock[] = [{ type: 'text', text: 'x'.repeat(100_001) }];
  const backend = agentSaying('Paris.');
  const asked = setUp(backend).sample({ ...QUESTION, messages: [{ role: 'user', content }] }, NEVER);
  await expect(asked).rejects.toMatchObject({ code: 'limit' });
  expect(backend.starts).toBe(0);
});

test('why a server got no answer is told to the user, too', async () => {
  const mcp = shopHost();
  const session = openWith(agentSaying(), {
    mcp,
    rules: [{ effect: 'allow', rule: 'sampling', source: 'command line' }],
  });
  await expect(mcp.services.sample?.(QUESTION, NEVER)).rejects.toThrow('fake answered nothing');
  expect([...session.getState().entries]).toMatchObject([
    {
      kind: 'notice',
      level: 'warn',
      source: 'shop',
      text: 'got no answer of the model: fake answered nothing',
    },
  ]);
});

test('a model is offered to servers whatever the backend, and asked of the one that answers then', async () => {
  const mcp = shopHost();
  const builtIn = { ...agentSaying('No model is connected.'), name: BUILT_IN_BACKEND };
  const options = { mcp, findBackend: () => agentSaying('Paris.'), interactive: false };
  const session = openWith(builtIn, options);
  const ask = () => mcp.services.sample?.(QUESTION, NEVER);
  await expect(ask()).rejects.toThrow('no model is connected');
  await session.runCommand('/agent fake');
  await expect(ask()).rejects.toThrow("--allow 'sampling(");
});
