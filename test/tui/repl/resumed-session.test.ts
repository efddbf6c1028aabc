import { expect, test } from 'vitest';
import { agentSays, FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { END, openRepl, PROMPT, turn } from '../open-repl.ts';

/** A session of so many entries, three of them a turn. */
function longSession(entries: number, onCommand?: (line: string) => number): FakeSession {
  const session = new FakeSession(
    onCommand === undefined ? {} : { onCommand: (line) => ({ kind: 'history', most: onCommand(line) }) },
  );
  session.emit(...READY);
  for (let index = 0; index < entries / 3; index += 1)
    session.emit(turn(`prompt ${index}.`), agentSays(`Answer ${index}.`), END);
  return session;
}

const promptsIn = (text: string) =>
  Array.from(text.matchAll(/prompt (\d+)\./g), ([, number]) => Number(number));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

test('of 2,000 entries the end is on the screen at once, and what was left out is said', async () => {
  const session = longSession(1998);
  const terminal = new FakeTerminal(80, 24);
  const { left, leave } = openRepl(terminal, session);
  await terminal.waitFor(PROMPT);
  expect(terminal.transcript()).toContain('… 1,950 earlier entries · /history prints them');
  expect(promptsIn(terminal.transcript())).toEqual(range(650, 666));
  leave.abort();
  await left;
});

test('`/history` prints all that was left out, once and in order, while the user types', async () => {
  const session = longSession(3000, () => Number.POSITIVE_INFINITY);
  const terminal = new FakeTerminal(80, 24);
  openRepl(terminal, session);
  await terminal.waitFor(PROMPT);
  terminal.type('/history\r');
  await expect.poll(() => terminal.transcript()).toContain('Earlier entries');
  terminal.type('typed meanwhile');
  await terminal.waitFor('› typed meanwhile');
  await terminal.waitFor('End of the earlier entries.');
  const [before = '', after = ''] = terminal.transcript().split('Earlier entries 1 to 2,952:');
  expect(promptsIn(before)).toEqual(range(984, 1000));
  expect(promptsIn(after)).toEqual(range(0, 984));
  session.emit(turn('prompt 1000.'), END);
  await expect.poll(() => promptsIn(terminal.transcript()).at(-1)).toBe(1000);
});

test('`/history 30` prints the last of them, and again those before', async () => {
  const session = longSession(300, () => 30);
  const terminal = new FakeTerminal(80, 24);
  openRepl(terminal, session);
  await terminal.waitFor(PROMPT);
  terminal.type('/history 30\r');
  await terminal.waitFor('End of the earlier entries.');
  terminal.type('/history 30\r');
  await expect.poll(() => terminal.transcript().split('End of the earlier').length).toBe(3);
  const [, second = '', third = ''] = terminal.transcript().split('Earlier entries');
  expect(promptsIn(second)).toEqual(range(74, 84));
  expect(promptsIn(third)).toEqual(range(64, 74));
});

test('what ends while earlier entries are printed comes after them', async () => {
  const session = longSession(3000, () => Number.POSITIVE_INFINITY);
  const terminal = new FakeTerminal(80, 24);
  openRepl(terminal, session);
  await terminal.waitFor(PROMPT);
  terminal.type('/history\r');
  await expect.poll(() => terminal.transcript()).toContain('prompt 5.');
  session.emit(turn('prompt 1000.'), agentSays('Answer 1000.'), END);
  await expect.poll(() => promptsIn(terminal.transcript()).slice(16)).toEqual([...range(0, 984), 1000]);
});

test('a session that is shown whole has nothing left out', async () => {
  const session = longSession(30, () => Number.POSITIVE_INFINITY);
  const terminal = new FakeTerminal(80, 24);
  openRepl(terminal, session);
  await terminal.waitFor(PROMPT);
  terminal.type('/history\r');
  await expect.poll(() => terminal.screen()).toContain('Nothing was left out of this session.');
});
