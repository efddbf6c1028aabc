import { expect, test } from 'vitest';
import { INSTALL_ASKED } from '../asked-install.ts';
import { FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { openRepl } from '../open-repl.ts';

function open(session: FakeSession) {
  const terminal = new FakeTerminal();
  session.emit(...READY);
  openRepl(terminal, session, { terminal: terminal.asReplTerminal({ plain: true }) });
  return { terminal };
}

test('behind the number of a rejection stands why; words behind another answer are none', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit(INSTALL_ASKED);
  await terminal.waitFor('Answer with a number');
  terminal.type('1 think so\n3 use pnpm\n');
  await expect
    .poll(() => session.calls)
    .toEqual([
      {
        method: 'answer',
        questionId: 'q',
        answer: { outcome: 'selected', optionId: 'no', reason: 'use pnpm', key: '3' },
      },
    ]);
});

const RULED: typeof INSTALL_ASKED = {
  ...INSTALL_ASKED,
  question: {
    ...INSTALL_ASKED.question,
    rememberRule: 'shell(npm install)',
    roots: ['/home/me/shop'],
    options: [
      { id: 'yes', label: 'Allow once', kind: 'allow_once' },
      { id: 'always', label: 'Allow for this session', kind: 'allow_always' },
      { id: 'no', label: 'Reject', kind: 'reject_once' },
    ],
  },
};

test('an answer for the session names its rule, and takes another one behind its number', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit(RULED);
  await terminal.waitFor(
    / {2}2 Allow for this session: shell\(npm install\)\n {2}3 Reject\n[^]*Answer with a number. Add a reason after 3, or a different rule after 2./,
  );
  terminal.type('2 shell(git *)\n');
  await terminal.waitFor('does not cover');
  expect(session.calls).toEqual([]);
  terminal.type('2 shell(npm *)\n');
  await expect
    .poll(() => session.calls)
    .toEqual([
      {
        method: 'answer',
        questionId: 'q',
        answer: { outcome: 'selected', optionId: 'always', rule: 'shell(npm *)', key: '2' },
      },
    ]);
});

test('while a question waits, commands can be run', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit(INSTALL_ASKED);
  await terminal.waitFor('Answer with a number');
  terminal.type('/permissions\n');
  await terminal.waitFor('ran /permissions');
  terminal.type('1\n');
  await expect.poll(() => session.calls.at(-1)).toMatchObject({ method: 'answer' });
});

test('beside an answer of an agent a rule can be typed, as it is shown', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit({
    ...INSTALL_ASKED,
    question: { ...INSTALL_ASKED.question, suggestedRule: 'shell(npm install)', roots: ['/home/me/shop'] },
  });
  await terminal.waitFor(
    /1 Allow once\n {2}2 Allow for this session: shell\(npm install\)\n {2}3 Reject\n[^]*Answer with a number/,
  );
  terminal.type('2 shell(npm install)\n');
  await expect
    .poll(() => session.calls.at(-1))
    .toMatchObject({ answer: { optionId: 'yes', rule: 'shell(npm install)' } });
});

test('a line that was typed before the question could be read answers nothing', async () => {
  const session = new FakeSession();
  const { terminal } = open(session);
  await terminal.waitFor('>');
  session.emit(INSTALL_ASKED);
  terminal.type('1\n');
  await terminal.waitFor('Not taken: the question had only just come. Type it again.');
  expect(session.calls).toEqual([]);
  await terminal.waitFor('Answer with a number');
  terminal.type('1\n');
  await expect.poll(() => session.calls).toMatchObject([{ answer: { optionId: 'yes' } }]);
});
