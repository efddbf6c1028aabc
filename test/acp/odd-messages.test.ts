import { expect, test } from 'vitest';
import { createFakeGate } from './fake-gate.ts';
import { mockBackend, type Step } from './start-mock.ts';
import { turnOf } from './turn-of.ts';

const { signal } = new AbortController();
const end = { result: { stopReason: 'end_turn' } };
const notice = { jsonrpc: '2.0', method: 'session/update' };

test.each<[string, Step, string]>([
  [
    'an unknown kind of update',
    { update: { sessionUpdate: 'state_update', state: 'idle' } },
    'unknown update: {"sessionUpdate":"state_update"',
  ],
  [
    'an update that is none',
    { send: { ...notice, params: { sessionId: 's1', update: 7 } } },
    'unknown update',
  ],
  [
    'an update for a session that does not exist',
    { send: { ...notice, params: { sessionId: 'other', update: { sessionUpdate: 'plan' } } } },
    'an update for an unknown session',
  ],
  ['a banner', { write: 'Welcome to the agent!\n' }, 'not a message: Welcome to the agent!'],
  ['an error without an id', { send: { jsonrpc: '2.0', error: { code: 1, message: 'what?' } } }, 'what?'],
  ['an empty batch', { write: '[]\n' }, 'a batch with what is not a message: []'],
  ['a bare number', { write: '42\n' }, 'not a message: 42'],
  ['a line with an escape sequence', { write: '\u001b[31mred\u001b[0m\n' }, 'not a message'],
  ['an object that is no message', { send: { hello: 1 } }, 'unreadable message'],
  [
    'an answer to nothing',
    { send: { jsonrpc: '2.0', id: 99, result: {} } },
    'a response to an unknown request',
  ],
  [
    'an error about nothing',
    { send: { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } } },
    'Parse error',
  ],
  [
    'an unknown notification',
    { send: { jsonrpc: '2.0', method: '_vendor/hint', params: [] } },
    '_vendor/hint',
  ],
  ['a request with an object as id', { send: { jsonrpc: '2.0', id: {}, method: 'x' } }, 'unusable id'],
])('%s is logged, and nothing else happens', async (_case, step, line) => {
  const { result, events, logged } = await turnOf([step, end]);
  expect({ result, events }).toEqual({ result: { stopReason: 'end_turn' }, events: [] });
  expect(logged).toContain(line);
});

test.each<[string, Step[], unknown]>([
  [
    'an id in quotes',
    [{ send: { jsonrpc: '2.0', id: '3', result: { stopReason: 'end_turn' } } }],
    { stopReason: 'end_turn' },
  ],
  ['a null result', [{ result: null }], { stopReason: 'end_turn' }],
  ['no result at all', [{ send: { jsonrpc: '2.0', id: '$id' } }], { stopReason: 'end_turn' }],
  ['an unknown reason', [{ result: { stopReason: 'bored' } }], { stopReason: 'bored' }],
  [
    'an error that is a text',
    [{ error: 'out of tea' }],
    { stopReason: 'error', error: { code: 'backend_failed', message: 'mock: out of tea' } },
  ],
  [
    'an error whose reason is in its details',
    [{ error: { code: -32603, message: 'Internal error', data: { details: 'model not found' } } }],
    {
      stopReason: 'error',
      error: { code: 'backend_failed', message: 'mock: Internal error: model not found' },
    },
  ],
  [
    'an error that is the JSON of a model service',
    [{ error: { code: 400, message: '{"error":{"message":"bad thing"}}' } }],
    { stopReason: 'error', error: { code: 'backend_failed', message: 'mock: bad thing' } },
  ],
])('a turn that is answered with %s ends', async (_case, steps, result) => {
  expect((await turnOf(steps)).result).toEqual(result);
});

test('a request that simse does not know is answered as such', async () => {
  const steps = [{ call: { method: 'acme/ask', params: { sessionId: 's1' } } }, end];
  const mock = await mockBackend({ on: { 'session/prompt': steps } }, { gate: createFakeGate() });
  const { session } = await mock.open();
  expect(await session.prompt([{ type: 'text', text: 'go' }], { signal })).toEqual({
    stopReason: 'end_turn',
  });
  expect(await mock.sent()).toContainEqual({
    jsonrpc: '2.0',
    id: 1000,
    error: {
      code: -32601,
      message: 'Method not found: acme/ask',
      data: { method: 'acme/ask' },
    },
  });
  expect(mock.logged).toContain('unknown request: acme/ask');
});
