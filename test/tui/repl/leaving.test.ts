import { expect, test } from 'vitest';
import { agentSays, FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { END, openReady, openRepl, PROMPT, turn } from '../open-repl.ts';

/** The modes that a terminal is in after all that was written to it. */
function modesOf({ isRaw, output }: FakeTerminal) {
  const isLast = (on: string, off: string) => output.lastIndexOf(on) > output.lastIndexOf(off);
  return {
    raw: isRaw,
    paste: isLast('\u001b[?2004h', '\u001b[?2004l'),
    kittyKeys: isLast('\u001b[>5u', '\u001b[<u'),
    cursor: isLast('\u001b[?25h', '\u001b[?25l'),
  };
}

const RESTORED = { raw: false, paste: false, kittyKeys: false, cursor: true };

test.each([
  ['Ctrl+D', '\u0004'],
  ['Ctrl+C twice', '\u0003\u0003'],
  ['Ctrl+D in the kitty protocol', '\u001b[100;5u'],
])('%s leaves, takes the prompt off the screen and restores the terminal', async (_name, keys) => {
  const terminal = new FakeTerminal();
  const { left } = await openReady(terminal);
  expect(modesOf(terminal)).toEqual({ raw: true, paste: true, kittyKeys: true, cursor: true });
  terminal.type(keys);
  await left;
  await terminal.drawn();
  expect(modesOf(terminal)).toEqual(RESTORED);
  expect(terminal.transcript()).toBe('simse 0.1.0 · claude (Claude Agent 0.100) · ~/shop');
});

test('the end of the process leaves too', async () => {
  const terminal = new FakeTerminal();
  const { leave, left } = await openReady(terminal);
  leave.abort();
  await left;
  expect(modesOf(terminal)).toEqual(RESTORED);
});

test('so does the end of the terminal', async () => {
  const terminal = new FakeTerminal();
  const { left } = await openReady(terminal);
  terminal.stdin.push(null);
  await left;
  expect(modesOf(terminal)).toEqual(RESTORED);
});

test('a terminal that breaks ends the REPL, and does not crash it', async () => {
  const terminal = new FakeTerminal();
  const { left } = await openReady(terminal);
  terminal.stdin.emit('error', new Error('read EIO'));
  terminal.emit('error', new Error('write EIO'));
  await left;
  expect(terminal.isRaw).toBe(false);
});

test('a REPL that cannot be drawn restores the terminal and says why', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  session.getState = () => {
    throw new Error('no state');
  };
  const { left } = openRepl(terminal, session);
  await expect(left).rejects.toThrow('no state');
  expect(modesOf(terminal)).toEqual(RESTORED);
});

test('Ctrl+Z gives the terminal back, and the REPL comes again where it was', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  session.emit(...READY);
  let goOn = () => {};
  const suspended = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  openRepl(terminal, session, { terminal: terminal.asReplTerminal({ suspend: () => suspended }) });
  await terminal.waitFor(PROMPT);
  terminal.type('draft\u001a');
  await expect.poll(() => terminal.isRaw).toBe(false);
  await terminal.drawn();
  expect(terminal.screen()).not.toContain('draft');
  session.emit(turn('x'), agentSays('while away'), END);
  terminal.write('[1]+ Stopped\n$ fg\n');
  goOn();
  await terminal.waitFor('› draft');
  await expect.poll(() => terminal.transcript()).toMatch(/Stopped\n\$ fg\n+› x\n\n● while away\n/);
  expect(terminal.isRaw).toBe(true);
  terminal.type('!');
  await terminal.waitFor('› draft!');
});

test('a login uses the terminal while the REPL steps aside, and a failed one is told to who asked for it', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  terminal.type('draft');
  await terminal.waitFor('› draft');
  const login = session.borrowTerminal(async () => {
    expect(modesOf(terminal)).toEqual(RESTORED);
    terminal.write('password: wrong\n');
    await Promise.reject(new Error('wrong password'));
  });
  await expect(login).rejects.toThrow('wrong password');
  await terminal.waitFor(/password: wrong\n[^]*› draft$/);
  expect(terminal.isRaw).toBe(true);
});
