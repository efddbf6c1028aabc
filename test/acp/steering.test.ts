import { expect, test } from 'vitest';
import { mockBackend, type Step } from './start-mock.ts';

const { signal } = new AbortController();
const more = [{ type: 'text' as const, text: 'and the tests' }];

async function steer(steps: Step[], _meta: object = { steering: { supported: true } }) {
  const mock = await mockBackend({
    on: {
      initialize: [{ result: { protocolVersion: 1, _meta } }],
      'session/prompt': [{ wait: '_session/steering' }, { result: { stopReason: 'end_turn' } }],
      '_session/steering': steps,
    },
  });
  const { backend, session } = await mock.open();
  const turn = session.prompt([], { signal });
  const taken = await session.steer(more);
  return { mock, backend, session, turn, taken };
}

test('what is said while a turn runs goes into that turn', async () => {
  const { mock, turn, taken } = await steer([{ result: { outcome: 'injected' } }]);
  expect(taken).toBe(true);
  expect(await turn).toEqual({ stopReason: 'end_turn' });
  expect((await mock.sent()).at(-1)).toMatchObject({
    method: '_session/steering',
    params: { sessionId: 's1', prompt: more, _meta: { steering: { idleBehavior: 'promptRequired' } } },
  });
});

test.each<[string, Step]>([
  ['needs a prompt of its own', { result: { outcome: 'promptRequired' } }],
  ['fails', { result: { outcome: 'failed' } }],
  ['answers nothing of use', { result: null }],
  ['refuses', { error: { code: -32603, message: 'no' } }],
])('an agent that %s leaves it to the queue', async (_case, step) => {
  const { turn, taken } = await steer([step]);
  expect(taken).toBe(false);
  await turn;
});

test('without a turn, or an agent that can, nothing is sent', async () => {
  const mock = await mockBackend({ on: { 'session/prompt': [{ result: {} }] } });
  const { backend, session } = await mock.open();
  expect(backend.capabilities.steering).toBe(false);
  const turn = session.prompt([], { signal });
  expect(await session.steer(more)).toBe(false);
  await turn;
  expect((await mock.sent()).map(({ method }) => method)).not.toContain('_session/steering');
});
