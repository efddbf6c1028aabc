import { expect, test } from 'vitest';
import type { TerminalLooks, TerminalSignals } from '../../../src/core/ports/terminal.ts';
import { DEFAULT_UI, type UiSettings } from '../../../src/core/ports/ui-settings.ts';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { Attention } from '../../../src/tui/terminal/attention.ts';
import { FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { turn } from '../open-repl.ts';

const RICH: TerminalSignals = { title: true, progress: true, notification: 'osc9' };
const ASK: SessionEvent = {
  type: 'question_asked',
  question: {
    id: 'q',
    askedBy: 'claude',
    title: 'Run npm\u001b]2;evil\u0007 install; now',
    request: { kind: 'shell', command: 'npm install', cwd: '/home/me/shop' },
    options: [],
  },
};
const CLOSED: SessionEvent = { type: 'question_closed', questionId: 'q' };

function attend(
  signals: Partial<TerminalSignals> = {},
  ui: Partial<UiSettings> = {},
  looks: Partial<TerminalLooks> = {},
) {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  session.emit(...READY);
  const attention = new Attention({
    session,
    terminal: {
      stdout: terminal,
      signals: { ...RICH, ...signals },
      looks: { colors: 4, background: null, links: false, ...looks },
    },
    ui: { ...DEFAULT_UI, ...ui },
  });
  /** What was written since the last time, with its escapes made readable. */
  const told = () => {
    const written = terminal.output
      .replaceAll('\u001b]', '<')
      .replaceAll('\u001b\\', '>')
      .replaceAll('\u0007', '!');
    terminal.output = '';
    return written;
  };
  told();
  return { session, attention, told };
}

/** A turn that took so many milliseconds by the session's own clock. */
function runTurn(session: FakeSession, durationMs: number): void {
  session.emitAt(1000, turn('go'));
  session.emitAt(1000 + durationMs, { type: 'turn_ended', turnId: 't', stopReason: 'end_turn' });
}

test('the title says what runs here: nothing, a turn, a question', () => {
  const { session, told } = attend({ progress: false }, { notify: 'off' });
  session.emit(turn('go'));
  expect(told()).toBe('<2;● shop>');
  session.emit(ASK);
  expect(told()).toBe('<2;? shop>');
  session.emit(CLOSED);
  expect(told()).toBe('<2;● shop>');
  session.endTurn();
  expect(told()).toBe('<2;simse · shop>');
});

test('progress is shown while a turn runs, and that it waits', () => {
  const { session, told } = attend({ title: false }, { notify: 'off' });
  session.emit(turn('go'));
  expect(told()).toBe('<9;4;3;0!');
  session.emit(ASK);
  expect(told()).toBe('<9;4;4;100!');
  session.emit(CLOSED);
  session.endTurn();
  expect(told()).toBe('<9;4;3;0!<9;4;0!');
});

test('what streams in costs nothing', () => {
  const { session, told } = attend();
  session.emit(turn('go'));
  told();
  session.emit({ type: 'message_chunk', role: 'agent', content: { type: 'text', text: 'word' } });
  expect(told()).toBe('');
});

test.each([
  ['osc9', '<9;simse: claude asks: Run npm install, now>'],
  ['osc99', '<99;;simse: claude asks: Run npm install, now>'],
  ['osc777', '<777;notify;simse;claude asks: Run npm install, now>'],
  ['bell', '!'],
] as const)('a question calls who looks elsewhere, by %s', (notification, expected) => {
  const { session, attention, told } = attend({ title: false, progress: false, notification });
  attention.noteFocus(false);
  session.emit(ASK);
  expect(told()).toBe(expected);
});

test('nobody is called who looks at it, or does not want to be', () => {
  const looked = attend({ title: false, progress: false });
  looked.attention.noteFocus(true);
  looked.session.emit(ASK);
  expect(looked.told()).toBe('');
  const quiet = attend({ title: false, progress: false }, { notify: 'off' });
  quiet.attention.noteFocus(false);
  quiet.session.emit(ASK);
  expect(quiet.told()).toBe('');
});

test('where nobody knows who looks, a question is a bell and the end of a turn is nothing', () => {
  const { session, told } = attend({ title: false, progress: false });
  session.emit(ASK);
  expect(told()).toBe('!');
  runTurn(session, 60_000);
  expect(told()).toBe('');
});

test('the end of a long turn is told to who looks elsewhere, that of a short one is not', () => {
  const { session, attention, told } = attend({ title: false, progress: false });
  attention.noteFocus(false);
  runTurn(session, 2000);
  expect(told()).toBe('');
  runTurn(session, 125_000);
  expect(told()).toBe('<9;simse: Done after 2m 05s>');
});
