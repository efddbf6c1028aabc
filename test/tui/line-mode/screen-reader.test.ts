import { expect, test } from 'vitest';
import { DEFAULT_UI } from '../../../src/core/ports/ui-settings.ts';
import { span } from '../../../src/tui/draw/span.ts';
import { spokenRow } from '../../../src/tui/line-mode/line-printer.ts';
import { INSTALL_ASKED } from '../asked-install.ts';
import { agentSays, FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { openRepl, turn } from '../open-repl.ts';

const SYMBOLS = /[●⎿∴✔▸○✗─│╭╮╰╯›…]/;

test.each([
  [[span('● '), span('Hello.')], 'agent: Hello.'],
  [[span('⎿ '), span('Read a.txt')], 'tool: Read a.txt'],
  [[span('✗ '), span('it broke')], 'failed: it broke'],
  [[span('name │ size')], 'name, size'],
  [[span('⎿ '), span('Run ls'), span(' · '), span('12 ms')], 'tool: Run ls, 12 ms'],
  [[span('  '), span('· '), span('two servers')], '  note: two servers'],
  [[span('│ in a box │')], 'in a box,'],
  [[span('─────')], null],
  [[span('')], ''],
  [[span('12 ', 'dim'), span('- ', 'removed'), span('two', 'removedLine')], '12 removed: two'],
  [[span('12 ', 'dim'), span('+ ', 'added'), span('2', 'addedLine')], '12 added: 2'],
  [[span('- '), span('no sign')], '- no sign'],
] as const)('%j is read as %j', (row, read) => {
  expect(spokenRow(row)).toBe(read);
});

function open(session: FakeSession) {
  const terminal = new FakeTerminal();
  session.emit(...READY);
  const repl = openRepl(terminal, session, { ui: { ...DEFAULT_UI, screenReader: true } });
  return { terminal, ...repl };
}

test('a session is read from its first line to its last: words, no symbols, nothing drawn twice', async () => {
  const session = new FakeSession({ onCommand: () => ({ kind: 'handled', text: 'two servers' }) });
  const { terminal } = open(session);
  await terminal.waitFor(/shop\n>$/);
  terminal.type('why?\n');
  await expect.poll(() => session.calls).toEqual([{ method: 'prompt', text: 'why?' }]);
  session.emit(agentSays('# Because\n\nof **this**:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'), {
    type: 'tool_call',
    call: { id: 'c', title: 'Read a.txt', kind: 'read', status: 'completed' },
  });
  session.endTurn();
  await terminal.waitFor('done after');
  terminal.type('/mcp\n');
  await terminal.waitFor('two servers');
  const screen = terminal.transcript();
  expect(screen).toMatch(
    /working; Ctrl\+C to interrupt\n+agent: Because\n+of this:\n[^]*\ba  b\n[^]*tool: Read a.txt/,
  );
  expect(screen).not.toMatch(SYMBOLS);
  expect(screen).not.toContain('/mcp');
  expect(terminal.output).not.toContain('\u001b');
});

test('a prompt of several lines is typed with a backslash at the end of a line', async () => {
  const session = new FakeSession();
  const { terminal, remembered } = open(session);
  await terminal.waitFor('>');
  terminal.type('first\\\nsecond\n');
  await expect.poll(() => session.calls).toEqual([{ method: 'prompt', text: 'first\nsecond' }]);
  expect(remembered).toEqual(['first\nsecond']);
});

test('a question has numbers, and Ctrl+C interrupts a turn', async () => {
  const session = new FakeSession();
  let interrupt = () => {};
  const terminal = new FakeTerminal();
  session.emit(...READY, turn('go'));
  openRepl(terminal, session, {
    ui: { ...DEFAULT_UI, screenReader: true },
    terminal: terminal.asReplTerminal({
      onInterrupt: (listener) => {
        interrupt = listener;
        return () => {};
      },
    }),
  });
  session.emit(INSTALL_ASKED);
  await terminal.waitFor(
    /Run a command\? \(asked by claude\)\n[^]*\$ npm install\n[^]*1 Allow once\n +3 Reject\n[^]*Answer with a number/,
  );
  expect(terminal.screen()).not.toMatch(SYMBOLS);
  interrupt();
  expect(session.calls).toEqual([{ method: 'cancel' }]);
});
