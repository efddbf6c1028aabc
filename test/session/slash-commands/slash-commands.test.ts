import { expect, test } from 'vitest';
import { echoAgent, fakeBackend } from '../fake-backend.ts';
import { open, ran, text } from '../open-session.ts';

/** A panel, and what it says where there are none. */
const opens = (panel: string, text: string) => ({
  kind: 'panel',
  panel,
  item: null,
  text: expect.stringContaining(text),
});

const COMMANDS: [string, string, object][] = [
  ['lists the commands', '/help', opens('help', '/mode')],
  ['says the mode', '/mode', { kind: 'handled', text: expect.stringContaining('default') }],
  ['sets the mode', '/mode plan', { kind: 'handled', text: 'The mode is plan.' }],
  [
    'refuses a mode that does not exist',
    '/mode fast',
    { kind: 'handled', text: expect.stringContaining('no mode fast') },
  ],
  [
    'does not switch every question off by a slip',
    '/mode bypassPermissions',
    { kind: 'handled', text: expect.stringContaining('/mode bypassPermissions yes switches it on') },
  ],
  ['lists the tools', '/tools', opens('tools', 'everything/echo')],
  [
    'says how to add MCP servers when there are none',
    '/mcp',
    { kind: 'handled', text: expect.stringContaining('simse mcp add') },
  ],
  ['shows the status', '/status', opens('status', 's1')],
  ['leaves', '/exit', { kind: 'exit' }],
  ['leaves by its other name', '/quit', { kind: 'exit' }],
  ['clears', '/clear', { kind: 'clear' }],
  [
    'does not send a mistyped command to the agent',
    '/hlep',
    { kind: 'handled', text: expect.stringContaining('/help') },
  ],
  ['sends a path as a prompt', '/etc/hosts is wrong', { kind: 'prompt', text: '/etc/hosts is wrong' }],
];
test.each(COMMANDS)('a slash command %s', async (_title, line, expected) => {
  const session = open(fakeBackend(echoAgent));
  expect(await ran(session, line)).toEqual(expected);
});

test("the agent's own slash command goes to the agent as it was typed", async () => {
  const backend = fakeBackend((_blocks, { emit }) => {
    emit({ type: 'commands', commands: [{ name: 'init', description: 'writes a file' }] });
    return Promise.resolve({ stopReason: 'end_turn' });
  });
  const session = open(backend);
  await session.prompt(text('hello'));
  expect(await ran(session, '/init now')).toEqual({ kind: 'prompt', text: '/init now' });
});

test('bypassPermissions is taken when it is said once more, and not before', async () => {
  const session = open(fakeBackend(echoAgent));
  for (const line of [
    '/mode bypassPermissions',
    '/permissions mode bypassPermissions',
    '/mode BYPASSPERMISSIONS no',
  ]) {
    await ran(session, line);
    expect(session.getState().mode).toBe('default');
  }
  await ran(session, '/permissions mode bypassPermissions yes');
  expect(session.getState().mode).toBe('bypassPermissions');
});
