import { expect, test } from 'vitest';
import { DEFAULT_UI } from '../../../src/core/ports/ui-settings.ts';
import { agentSays, FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { END, openRepl, PROMPT, turn } from '../open-repl.ts';

const QUESTION = '\u001b]11;?\u001b\\';
const LIGHT_ANSWER = '\u001b]11;rgb:ffff/ffff/ffff\u001b\\';
/** How the mark of an answer begins: in the terminal's own colour, and in the fixed one for light backgrounds. */
const OWN_MARK = '\u001b[36m●';
const LIGHT_MARK = '\u001b[38;5;24m●';
const LOOKS = { colors: 8, background: null, links: false } as const;

async function open(theme: 'auto' | 'dark') {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  session.emit(...READY);
  openRepl(terminal, session, {
    terminal: terminal.asReplTerminal({ looks: LOOKS }),
    ui: { ...DEFAULT_UI, theme },
  });
  await terminal.waitFor(PROMPT);
  return { terminal, session };
}

test('the terminal is asked for its background behind the first frame, once', async () => {
  const { terminal, session } = await open('auto');
  session.emit(turn('go'), agentSays('an answer'), END);
  await terminal.waitFor('an answer');
  expect(terminal.output.split(QUESTION)).toHaveLength(2);
  expect(terminal.output.indexOf(QUESTION)).toBeGreaterThan(terminal.output.indexOf('Ask anything'));
});

test('a late answer changes what is drawn from then on, and prints nothing again', async () => {
  const { terminal, session } = await open('auto');
  session.emit(turn('one'), agentSays('first answer'), END);
  await terminal.waitFor('first answer');
  expect(terminal.output).toContain(OWN_MARK);
  terminal.type(LIGHT_ANSWER);
  session.emit(turn('two'), agentSays('second answer'), END);
  await terminal.waitFor('second answer');
  await expect.poll(() => terminal.output).toContain(LIGHT_MARK);
  expect(terminal.transcript().split('first answer')).toHaveLength(2);
  expect(terminal.screen()).toContain(PROMPT);
});

test('a terminal is not asked when its background makes no difference', async () => {
  const { terminal } = await open('dark');
  expect(terminal.output).not.toContain(QUESTION);
});
