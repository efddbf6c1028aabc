import { expect, test } from 'vitest';
import { INSTALL_ASKED } from '../asked-install.ts';
import { agentSays, FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { FEATURES, field, formAsked, openingPage, pageAsked, REGION } from '../fields.ts';
import { openRepl, turn } from '../open-repl.ts';

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

test('a tool that has changed is shown with all of its change', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  const after = Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n');
  const change = { kind: 'changed', before: 'line 0\n', after, hash: 'h' } as const;
  const request = { kind: 'tool', tool: 'fs/read', args: {}, change } as const;
  const title = 'Call fs/read, which has changed';
  session.emit(turn('go'), { ...INSTALL_ASKED, question: { ...INSTALL_ASKED.question, request, title } });
  await terminal.waitFor(/50 \+ line 49\n {2}1 Allow once/);
  expect(terminal.transcript()).toMatch(
    /Call fs\/read, which has changed\? \(asked by claude\)\n.*\n.*\nNo longer what you approved.*\n +1 {3}line 0\n +2 \+ line 1\n/,
  );
});

test('a permission question is answered by a number; anything else is said to be no answer, and Enter asks again', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit(turn('go'), INSTALL_ASKED);
  await terminal.waitFor(
    'Run a command? (asked by claude)\nin /home/me/shop\n$ npm install\n  1 Allow once\n  3 Reject',
  );
  await terminal.waitFor('Answer with a number. Add a reason after 3.');
  terminal.type('maybe\n');
  await terminal.waitFor('"maybe" is not an answer. Type 1 or 3, or Enter to see it again.');
  expect(terminal.transcript().split('1 Allow once')).toHaveLength(2);
  terminal.type('\n');
  await expect.poll(() => terminal.transcript().split('1 Allow once')).toHaveLength(3);
  terminal.type('3\n');
  await expect
    .poll(() => session.calls)
    .toEqual([
      { method: 'answer', questionId: 'q', answer: { outcome: 'selected', optionId: 'no', key: '3' } },
    ]);
});

test('a form is asked field by field, again where the answer is wrong', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  const fields = [
    field({ required: true, description: 'Of the service.' }),
    field({ key: 'n', label: 'Replicas', type: 'integer', minimum: 1, maximum: 9, default: 2 }),
    field({ key: 'on', label: 'Public', type: 'boolean' }),
    { ...REGION, required: true },
    FEATURES,
  ];
  session.emit(turn('go'), formAsked(fields));
  await terminal.waitFor(
    'Where should it go?\n(asked by claude; /cancel and /decline end this)\nName (required)\n  Of the service.\n>',
  );
  const say = async (typed: string, asked: string) => {
    terminal.type(`${typed}\n`);
    await expect.poll(() => terminal.transcript()).toContain(asked);
  };
  await say('', '✗ is required\nName (required)');
  await say('Ada', 'Replicas (a whole number, 1 to 9) [2]\n>');
  await say('', 'Public (yes or no)\n>');
  await say('maybe', '✗ takes yes or no');
  await say('yes', 'Region (required, a number) [Europe]\n  1 Europe\n  2 United States\n  3 Asia');
  await say('4', '✗ takes a number from 1 to 3');
  await say('3', 'Features (numbers, such as 1, 2)');
  await say('1, 7', '✗ takes numbers from 1 to 3, such as 1, 2');
  terminal.type('1 3\n');
  const content = { name: 'Ada', n: 2, on: true, region: 'ap', features: ['logs', 'traces'] };
  await expect
    .poll(() => session.calls)
    .toEqual([{ method: 'answerElicitation', elicitationId: 'e', answer: { action: 'accept', content } }]);
});

test('a form that a permission question interrupts is asked again; /decline declines', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit(turn('go'), formAsked([field(), field({ key: 'b', label: 'Second' })]));
  await terminal.waitFor('Name');
  terminal.type('Ada\n');
  await terminal.waitFor('Second');
  session.emit(INSTALL_ASKED);
  await terminal.waitFor('Answer with a number');
  terminal.type('3\n');
  await terminal.waitFor(/Reject[^]*Where should it go[^]*Second\n>$/);
  terminal.type('/decline\n');
  await expect.poll(() => session.calls.at(-1)).toMatchObject({ answer: { action: 'decline' } });
});

test('a page is shown with its host, and done with Enter', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit(turn('go'), pageAsked('https://example.org/x'));
  await terminal.waitFor('at example.org\nhttps://example.org/x');
  terminal.type('o\n');
  await terminal.waitFor('there is no browser here');
  terminal.type('\n');
  await expect.poll(() => session.calls).toMatchObject([{ answer: { action: 'accept' } }]);
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

test('a page that opens by agreeing is opened with Enter', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit(openingPage('https://example.org/x'));
  await terminal.waitFor('Press Enter to open it in the browser.');
  terminal.type('\n');
  await expect
    .poll(() => session.calls)
    .toEqual([{ method: 'answerElicitation', elicitationId: 'e', answer: { action: 'accept' } }]);
});

test('a panel is its text', async () => {
  const session = new FakeSession({
    onCommand: () => ({
      kind: 'panel',
      panel: 'mcp',
      item: null,
      text: () => Promise.resolve('  shop  ready'),
    }),
  });
  const { terminal } = open(session);
  await terminal.waitFor('>');
  terminal.type('/mcp\n');
  await terminal.waitFor('\n  shop  ready');
  expect(terminal.output).not.toContain('\u001b');
});

test('a prompt that is typed while a turn runs is said to wait; after an interruption Enter goes on with it', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor(/shop\n>$/);
  terminal.type('first\n');
  await expect.poll(() => session.getState().turn).not.toBeNull();
  terminal.type('second\n');
  await terminal.waitFor('1 queued');
  session.cancel();
  session.endTurn();
  await terminal.waitFor('1 queued; press Enter to send');
  terminal.type('\n');
  await expect.poll(() => session.getState().queue).toEqual([]);
  await terminal.waitFor('› second');
});

test('a question mark alone says what can be typed, and goes to no agent', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  terminal.type('?\n');
  await terminal.waitFor('ran /help');
  expect(session.calls).toEqual([{ method: 'command', line: '/help' }]);
});
