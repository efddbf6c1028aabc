import { expect, test } from 'vitest';
import { createFakeGate } from './fake-gate.ts';
import { mockBackend, type Step } from './start-mock.ts';
import { turnOf } from './turn-of.ts';

const { signal } = new AbortController();
const end = { result: { stopReason: 'end_turn' } };
const said = (text: string) => ({ type: 'message_chunk', role: 'agent', content: { type: 'text', text } });
const notice = { jsonrpc: '2.0', method: 'session/update' };

const update = (fields: object) => ({ update: { sessionUpdate: 'agent_message_chunk', ...fields } });

test.each<[string, Step, unknown[]]>([
  ['content as a text', update({ content: 'hi' }), [said('hi')]],
  ['content as a list', update({ content: ['a', { type: 'text', text: 'b' }] }), [said('a'), said('b')]],
  [
    'a block of an unknown type',
    update({ content: { type: 'hologram', x: 1 } }),
    [{ ...said(''), content: { type: 'unknown', json: '{"type":"hologram","x":1}' } }],
  ],
  ['an empty chunk', update({ content: { type: 'text', text: '' } }), []],
  [
    'the fields of an update beside the session id',
    {
      send: { ...notice, params: { sessionId: 's1', sessionUpdate: 'agent_message_chunk', content: 'flat' } },
    },
    [said('flat')],
  ],
  [
    'a message without jsonrpc',
    {
      send: {
        method: 'session/update',
        params: { sessionId: 's1', update: { sessionUpdate: 'agent_message_chunk', content: 'bare' } },
      },
    },
    [said('bare')],
  ],
  [
    'an update without a session id',
    { send: { ...notice, params: { update: { sessionUpdate: 'agent_message_chunk', content: 'whose' } } } },
    [said('whose')],
  ],
  [
    'a batch',
    {
      write:
        '[{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":"batch"}}}]\n',
    },
    [said('batch')],
  ],
  [
    'usage without a number',
    { update: { sessionUpdate: 'usage_update', used: null, size: 100 } },
    [{ type: 'usage', usage: { size: 100 } }],
  ],
  [
    'a tool call without a title, with a number as id',
    { update: { sessionUpdate: 'tool_call', toolCallId: 7, kind: 'teleport', status: 'running' } },
    [{ type: 'tool_call', call: { id: '7', kind: 'other', status: 'in_progress' } }],
  ],
  [
    'an update of a tool call that was never announced',
    {
      update: {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        content: [
          { type: 'text', text: 'bare' },
          { type: 'diff', path: '/a' },
        ],
      },
    },
    [
      {
        type: 'tool_call',
        call: {
          id: 't',
          content: [
            { type: 'content', block: { type: 'text', text: 'bare' } },
            { type: 'content', block: { type: 'unknown', json: '{"type":"diff","path":"/a"}' } },
          ],
        },
      },
    ],
  ],
  [
    'a plan entry without a priority',
    {
      update: {
        sessionUpdate: 'plan',
        entries: [{ content: 'a', status: 'cancelled' }, { content: 'b' }, 3],
      },
    },
    [
      {
        type: 'plan',
        entries: [
          { content: 'a', priority: 'medium', status: 'cancelled' },
          { content: 'b', priority: 'medium', status: 'pending' },
        ],
      },
    ],
  ],
  [
    'a command without a description',
    {
      update: {
        sessionUpdate: 'available_commands_update',
        availableCommands: [{ name: '/plan', input: { hint: 'what' } }, {}],
      },
    },
    [{ type: 'commands', commands: [{ name: 'plan', description: '', hint: 'what' }] }],
  ],
  ['the prompt, said back', { update: { sessionUpdate: 'user_message_chunk', content: 'go' } }, []],
  [
    'a warning of the agent',
    { update: { sessionUpdate: 'notice', severity: 'warning', title: 'Slow', description: 'very' } },
    [{ type: 'notice', level: 'warn', source: 'mock', text: 'Slow: very' }],
  ],
])('%s is shown for what it is', async (_case, step, events) => {
  expect((await turnOf([step, end])).events).toEqual(events);
});

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
    'an update for no session of ours',
  ],
  ['a banner', { write: 'Welcome to the agent!\n' }, 'not a message: Welcome to the agent!'],
  ['a bare number', { write: '42\n' }, 'not a message: 42'],
  ['a line with an escape sequence', { write: '\u001b[31mred\u001b[0m\n' }, 'not a message'],
  ['an object that is no message', { send: { hello: 1 } }, 'unreadable message'],
  [
    'an answer to nothing',
    { send: { jsonrpc: '2.0', id: 99, result: {} } },
    'an answer to no request of ours',
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
    [{ send: { jsonrpc: '2.0', id: '2', result: { stopReason: 'end_turn' } } }],
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
  expect(mock.logged).toContain('a request that simse does not know: acme/ask');
});
