import { expect, test } from 'vitest';
import { translateUpdate } from '../../src/acp/translate/update.ts';
import { mockBackend } from './start-mock.ts';

test('the output of a command that the agent runs itself is shown as a terminal', () => {
  const update = (meta: object) =>
    translateUpdate({ sessionUpdate: 'tool_call_update', toolCallId: 't', _meta: meta });
  const call = { type: 'tool_call', call: { id: 't' } };
  expect(update({ terminal_output: { terminal_id: 'x', data: 'one\n' } })).toEqual([
    { type: 'terminal_output', terminalId: 'x', text: 'one\n' },
    call,
  ]);
  const last = {
    terminal_output_delta: { terminal_id: 'x', data: 'two\n' },
    terminal_exit: { terminal_id: 'x', exit_code: 1, signal: null },
  };
  expect(update(last)).toEqual([
    { type: 'terminal_output', terminalId: 'x', text: 'two\n' },
    { type: 'terminal_exited', terminalId: 'x', exitCode: 1, signal: null },
    call,
  ]);
});

test('the answer of an MCP tool is shown where an agent has it in its raw output only', () => {
  const content = [{ type: 'text', text: 'Echo: hi' }];
  const translate = (fields: object) =>
    translateUpdate({ sessionUpdate: 'tool_call_update', toolCallId: 't', ...fields });
  const shown = [{ type: 'content', block: { type: 'text', text: 'Echo: hi' } }];
  for (const rawOutput of [
    { result: { content }, error: null },
    { content, isError: false },
  ])
    expect(translate({ rawOutput })).toEqual([
      { type: 'tool_call', call: { id: 't', content: shown, output: rawOutput } },
    ]);
  const own = [{ type: 'content', content: { type: 'text', text: 'my own words' } }];
  expect(translate({ rawOutput: { content }, content: own })).toMatchObject([
    { call: { content: [{ block: { text: 'my own words' } }] } },
  ]);
  expect(translate({ rawOutput: { content: 'a file' } })).toEqual([
    { type: 'tool_call', call: { id: 't', output: { content: 'a file' } } },
  ]);
});

test('a call of a sub-agent knows the call it belongs to', () => {
  const _meta = { claudeCode: { parentToolUseId: 'parent', toolName: 'Grep' } };
  expect(translateUpdate({ sessionUpdate: 'tool_call', toolCallId: 't', _meta })).toEqual([
    { type: 'tool_call', call: { id: 't', name: 'Grep', parentId: 'parent' } },
  ]);
});

test('commands that only work on the agent’s own screen are not offered', async () => {
  const mock = await mockBackend({
    on: {
      initialize: [{ result: { protocolVersion: 1, agentInfo: { name: 'GitHub Copilot', version: '1' } } }],
      'session/prompt': [
        {
          update: {
            sessionUpdate: 'available_commands_update',
            availableCommands: [{ name: 'login' }, { name: 'review' }],
          },
        },
        { result: {} },
      ],
    },
  });
  const { session } = await mock.open();
  await session.prompt([], { signal: new AbortController().signal });
  expect(mock.events).toEqual([{ type: 'commands', commands: [{ name: 'review', description: '' }] }]);
});

test('what Kimi tells of a call only as text while it prepares it, is what its question is about', async () => {
  const said = (text: string) => [{ type: 'content', content: { type: 'text', text } }];
  const update = (sessionUpdate: string, fields: object) => ({
    update: { sessionUpdate, toolCallId: 't', ...fields },
  });
  const command = 'touch a && rm -rf b';
  const args = JSON.stringify({ command, description: 'tidies up' });
  const toolCall = {
    toolCallId: 't',
    title: 'Bash',
    content: said(`Requesting approval to Running: ${command}`),
  };
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
  const mock = await mockBackend({
    on: {
      initialize: [{ result: { protocolVersion: 1, agentInfo: { name: 'Kimi Code CLI', version: '2' } } }],
      'session/prompt': [
        update('tool_call', { title: 'Bash', kind: 'execute', status: 'pending', content: said('') }),
        update('tool_call_update', { status: 'in_progress', content: said(args.slice(0, 20)) }),
        update('tool_call_update', { status: 'in_progress', content: said(args) }),
        { call: { method: 'session/request_permission', params: { sessionId: 's1', toolCall, options } } },
        update('tool_call_update', { status: 'completed', content: said('{"done": true}') }),
        { result: { stopReason: 'end_turn' } },
      ],
    },
  });
  const { session } = await mock.open();
  await session.prompt([], { signal: new AbortController().signal });
  expect(mock.gate.asked[0]?.request).toMatchObject({ kind: 'claim', toolKind: 'execute', command });
  const shown = mock.events.flatMap((event) =>
    event.type === 'tool_call' ? (event.call.content ?? []) : [],
  );
  expect(shown).toMatchObject([
    { block: { text: `Requesting approval to Running: ${command}` } },
    { block: { text: '{"done": true}' } },
  ]);
});

test('arguments that come as JSON are bounded in depth as every message is', () => {
  const rawInput = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  const [event] = translateUpdate({ sessionUpdate: 'tool_call', toolCallId: 't', rawInput }) ?? [];
  const kept = JSON.stringify(event);
  expect(kept).toContain('nested over');
  expect(kept.length).toBeLessThan(1000);
});

test.each([
  [{ claudeCode: { toolName: 'a' } }, 'a'],
  [{ toolName: 'b', provenance: 'mcp' }, 'b'],
  [{ tool_name: 'c' }, 'c'],
  [{ claudeCode: { toolName: 1 }, toolName: 'd' }, 'd'],
  [{ toolName: { toolName: 'e' } }, undefined],
])('the name of a tool is read from %j', (_meta, name) => {
  const [event] = translateUpdate({ sessionUpdate: 'tool_call', toolCallId: 't', _meta }) ?? [];
  expect(event?.type === 'tool_call' ? event.call.name : 'no call').toBe(name);
});
