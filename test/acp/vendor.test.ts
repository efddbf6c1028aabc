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
