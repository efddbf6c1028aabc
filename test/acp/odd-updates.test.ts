import { expect, test } from 'vitest';
import type { Step } from './start-mock.ts';
import { turnOf } from './turn-of.ts';

const end = { result: { stopReason: 'end_turn' } };
const said = (text: string) => ({ type: 'message_chunk', role: 'agent', content: { type: 'text', text } });
const notice = { jsonrpc: '2.0', method: 'session/update' };

const update = (fields: object) => ({ update: { sessionUpdate: 'agent_message_chunk', ...fields } });

test.each<[string, Step, unknown[]]>([
  ['content as a text', update({ content: 'hi' }), [said('hi')]],
  ['content as a list', update({ content: ['a', { type: 'text', text: 'b' }] }), [said('ab')]],
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
    'a context of nothing',
    { update: { sessionUpdate: 'usage_update', used: 0, size: 100 } },
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
  [
    'a notice of a severity that nobody knows',
    { update: { sessionUpdate: 'notice', severity: 'constructor', title: 'Hm' } },
    [{ type: 'notice', level: 'info', source: 'mock', text: 'Hm' }],
  ],
  [
    'the id of a message',
    { update: { sessionUpdate: 'agent_thought_chunk', content: 'hm', messageId: 'm1' } },
    [{ type: 'message_chunk', role: 'thought', messageId: 'm1', content: { type: 'text', text: 'hm' } }],
  ],
  [
    'a title that is taken away',
    { update: { sessionUpdate: 'session_info_update', title: null } },
    [{ type: 'title', title: null }],
  ],
  [
    'session info without a title',
    { update: { sessionUpdate: 'session_info_update', updatedAt: 'now' } },
    [],
  ],
  [
    'what a turn has cost',
    { update: { sessionUpdate: 'usage_update', used: 5, size: 9, cost: { amount: 0.5 } } },
    [{ type: 'usage', usage: { used: 5, size: 9, cost: { amount: 0.5, currency: 'USD' } } }],
  ],
  [
    'a terminal that simse never made',
    {
      update: {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        content: [{ type: 'terminal', terminalId: 'theirs' }],
        _meta: { terminal_output: { terminal_id: 'theirs', data: 'hi' } },
      },
    },
    [
      { type: 'terminal_output', terminalId: 'theirs', text: 'hi' },
      { type: 'tool_call', call: { id: 't', content: [{ type: 'terminal', terminalId: 'theirs' }] } },
    ],
  ],
  [
    'a plan that is a text',
    { update: { sessionUpdate: 'plan_update', plan: { type: 'markdown', planId: 'p', content: '1. do' } } },
    [{ type: 'plan', entries: [{ content: '1. do', priority: 'medium', status: 'pending' }] }],
  ],
  [
    'a plan that is gone',
    { update: { sessionUpdate: 'plan_removed', planId: 'p' } },
    [{ type: 'plan', entries: [] }],
  ],
  [
    'a summary of the compacted context',
    {
      update: {
        sessionUpdate: 'compaction_summary_chunk',
        compactionId: 'c',
        content: { type: 'text', text: 'so far' },
      },
    },
    [{ type: 'message_chunk', role: 'thought', content: { type: 'text', text: 'so far' } }],
  ],
  [
    'the end of compacting',
    { update: { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed', summary: null } },
    [{ type: 'notice', level: 'info', source: 'mock', text: 'the context was compacted' }],
  ],
  [
    'compacting that failed',
    {
      update: { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'failed', error: 'too long' },
    },
    [{ type: 'notice', level: 'warn', source: 'mock', text: 'the context could not be compacted: too long' }],
  ],
  [
    'an update that wants an answer',
    {
      call: {
        method: 'session/update',
        params: { sessionId: 's1', sessionUpdate: 'agent_message_chunk', content: 'asked' },
      },
    },
    [said('asked')],
  ],
])('%s is shown for what it is', async (_case, step, events) => {
  expect((await turnOf([step, end])).events).toEqual(events);
});
