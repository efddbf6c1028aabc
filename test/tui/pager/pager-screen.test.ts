import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { agentSays, FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { CLEARS, END, openReady, openRepl, PROMPT, turn } from '../open-repl.ts';

const ROWS = Array.from({ length: 60 }, (_, index) => `row ${index}`).join('\n');

const call = (id: string, text: string): SessionEvent => ({
  type: 'tool_call',
  call: {
    id,
    title: `echo ${id}`,
    kind: 'execute',
    status: 'completed',
    content: [{ type: 'content', block: { type: 'text', text } }],
  },
});

test('Ctrl+O shows all of the last call; what is said meanwhile is printed when it closes, once', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  session.emit(turn('go'), call('a', 'first'), call('b', ROWS));
  await terminal.waitFor('… 55 more lines, Ctrl+O to show all');
  terminal.type('\u000f');
  await terminal.waitFor('Tool call, 2 of 2');
  expect(terminal.screen()).toContain('row 18');
  expect(terminal.screen()).not.toContain(PROMPT);
  session.emit(agentSays('Said meanwhile.\n\n'), agentSays('And this.'), END);
  terminal.type('/row 50');
  terminal.type('\r');
  await terminal.waitFor('row 50');
  terminal.type('\u001b[D');
  await terminal.waitFor('Tool call, 1 of 2');
  expect(terminal.screen()).toContain('first');
  terminal.type('q');
  await terminal.waitFor(PROMPT);
  await terminal.waitFor('And this.');
  const transcript = terminal.transcript();
  for (const once of ['Said meanwhile.', 'And this.', '› go', 'echo b', PROMPT])
    expect(transcript.split(once), once).toHaveLength(2);
  for (const clear of CLEARS) expect(terminal.output).not.toContain(clear);
  terminal.type('typed on');
  await terminal.waitFor('› typed on');
});

test('`s` prints what the pager shows', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  session.emit(turn('go'), call('b', ROWS), END);
  await terminal.waitFor('more lines, Ctrl+O to show all');
  terminal.type('\u000f');
  await terminal.waitFor('Tool call, 1 of 1');
  terminal.type('s');
  await terminal.waitFor(PROMPT);
  await expect.poll(() => terminal.transcript()).toMatch(/row 0\n {2}row 1\n[^]*row 59/);
});

test('a question that comes meanwhile is told of, and is there when the pager closes', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  session.emit(turn('go'), call('b', ROWS));
  await terminal.waitFor('more lines');
  terminal.type('\u000f');
  await terminal.waitFor('Tool call, 1 of 1');
  session.emit({
    type: 'question_asked',
    question: {
      id: 'q',
      askedBy: 'claude',
      title: 'Run npm install',
      request: { kind: 'shell', command: 'npm install', cwd: '/home/me/shop' },
      options: [{ id: 'yes', label: 'Allow once', kind: 'allow_once' }],
    },
  });
  await terminal.waitFor('claude asks you something');
  terminal.type('q');
  await expect.poll(() => terminal.screen()).toContain('$ npm install');
  await terminal.waitFor('Enter to choose');
  terminal.type('d');
  await terminal.waitFor('── Asked by claude');
  expect(terminal.screen()).not.toContain('asks you something');
});

test('all that the session has changed is a page', async () => {
  const terminal = new FakeTerminal();
  const opens = new FakeSession({
    onCommand: () => ({ kind: 'panel', panel: 'diff', item: null, text: () => Promise.resolve('') }),
  });
  const { session } = await openReady(terminal, opens);
  const diff = {
    type: 'diff',
    path: '/home/me/shop/cart.ts',
    oldText: 'one\n',
    newText: 'two\n',
    line: 1,
  } as const;
  const changed = { id: 'e', title: 'Edit', kind: 'edit', status: 'completed' } as const;
  session.emit(turn('go'), { type: 'tool_call', call: { ...changed, content: [diff] } });
  terminal.type('/diff\r');
  await terminal.waitFor('Ctrl+O to show all');
  terminal.type('\u000f');
  await terminal.waitFor(/Changes of this session, 1 file[^]*cart\.ts {2}\+1 −1\n\n1 - one\n1 \+ two/);
  terminal.type('q');
  await terminal.waitFor('Enter to open');
  expect(terminal.screen()).toContain('Ctrl+O to show all');
});

test('an end while the pager is open leaves the terminal’s own screen, with all that was said', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  session.emit(...READY, turn('go'), call('b', ROWS));
  const { left, leave } = openRepl(terminal, session);
  await terminal.waitFor('more lines');
  terminal.type('\u000f');
  await terminal.waitFor('Tool call, 1 of 1');
  session.emit(agentSays('The last word.'), END);
  leave.abort();
  await left;
  await terminal.drawn();
  expect(terminal.isRaw).toBe(false);
  expect(terminal.transcript()).toContain('echo b');
  expect(terminal.transcript()).toContain('The last word.');
  expect(terminal.transcript()).not.toContain('Tool call, 1 of 1');
  expect(terminal.output.lastIndexOf('\u001b[?1049l')).toBeGreaterThan(
    terminal.output.lastIndexOf('\u001b[?1049h'),
  );
});

test('with nothing to show it says so', async () => {
  const terminal = new FakeTerminal();
  await openReady(terminal);
  terminal.type('\u000f');
  await expect.poll(() => terminal.screen()).toContain('No tool has run yet.');
});
