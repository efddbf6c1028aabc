import { expect, test } from 'vitest';
import type { SessionEvent } from '../../src/core/events.ts';
import { agentSays, FakeSession, READY } from './fake-session.ts';
import { FakeTerminal } from './fake-terminal.ts';
import { openRepl, turn } from './open-repl.ts';

const ASK: SessionEvent = {
  type: 'question_asked',
  question: {
    id: 'q',
    askedBy: 'claude',
    title: 'Run npm install',
    request: { kind: 'shell', command: 'npm install', cwd: '/home/me/shop' },
    options: [
      { id: 'yes', label: 'Allow once', kind: 'allow_once' },
      { id: 'no', label: 'Reject', kind: 'reject_once' },
    ],
  },
};

function open(session: FakeSession, options: { onInterrupt?: (listener: () => void) => () => void } = {}) {
  const terminal = new FakeTerminal();
  session.emit(...READY);
  const repl = openRepl(terminal, session, {
    terminal: terminal.asReplTerminal({ plain: true, ...options }),
  });
  return { terminal, ...repl };
}

test('a turn is plain lines, without one escape sequence', async () => {
  const session = new FakeSession({
    onTurn(_text, agent) {
      agent.emit(agentSays('**One**.\n\nTwo.'));
      agent.endTurn();
    },
  });
  const { terminal, remembered } = open(session);
  await terminal.waitFor(/shop\n>$/);
  terminal.type('why?\n');
  await terminal.waitFor('● One.\n\nTwo.\n>');
  expect(terminal.output).not.toContain('\u001b');
  expect(terminal.isRaw).toBe(false);
  expect(remembered).toEqual(['why?']);
});

test('what comes while the prompt stands begins on a line of its own, and the prompt comes again', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit({ type: 'notice', level: 'warn', source: 'fs', text: 'has ended' });
  await expect.poll(() => terminal.screen()).toMatch(/shop\n> \n! fs: has ended\n>$/);
});

test('a permission question is answered by a number; anything else asks again', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit(turn('go'), ASK);
  await terminal.waitFor(
    'Run npm install? (asked by claude)\n$ npm install\nin /home/me/shop\n  1 Allow once\n  2 Reject',
  );
  terminal.type('maybe\n');
  await expect.poll(() => terminal.transcript().split('1 Allow once')).toHaveLength(3);
  terminal.type('2\n');
  await expect
    .poll(() => session.calls)
    .toEqual([{ method: 'answer', questionId: 'q', answer: { outcome: 'selected', optionId: 'no' } }]);
});

test('Ctrl+C cancels a running turn; twice in a row it leaves', async () => {
  const session = new FakeSession();
  let press = () => {};
  const { terminal, left } = open(session, {
    onInterrupt(listener) {
      press = listener;
      return () => {};
    },
  });
  await terminal.waitFor('>');
  session.emit(turn('go'));
  press();
  expect(session.calls).toEqual([{ method: 'cancel' }]);
  press();
  await left;
});

test('commands work, and the end of the input leaves', async () => {
  const session = new FakeSession();
  const { terminal, left } = open(session);
  await terminal.waitFor('>');
  terminal.type('/status\n');
  await terminal.waitFor('ran /status');
  terminal.stdin.push(null);
  await left;
  expect(session.calls).toEqual([{ method: 'command', line: '/status' }]);
});
