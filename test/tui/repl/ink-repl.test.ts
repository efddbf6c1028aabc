import { expect, test } from 'vitest';
import { INSTALL_ASKED } from '../asked-install.ts';
import { agentSays, FakeSession, READY } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { CLEARS, END, openReady, openRepl, PROMPT, turn } from '../open-repl.ts';
import { hasServer } from '../servers.ts';

test('the prompt is there before the backend answers, the header once it has', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  openRepl(terminal, session, { banner: ['a word of warning'] });
  await terminal.waitFor(PROMPT);
  expect(terminal.screen()).not.toContain('simse 0.1.0');
  session.emit(...READY);
  await terminal.waitFor('simse 0.1.0 · claude (Claude Agent 0.100) · ~/shop\na word of warning');
});

test('what servers say while they start stands below the header, which does not wait for the slow ones', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  openRepl(terminal, session);
  await terminal.waitFor(PROMPT);
  session.emit(hasServer({ name: 'slow', state: 'starting' }), {
    type: 'notice',
    level: 'warn',
    source: 'broken',
    text: 'exited',
  });
  await terminal.waitFor('! broken: exited');
  expect(terminal.screen()).not.toContain('simse 0.1.0');
  session.emit(...READY);
  await terminal.waitFor(
    'simse 0.1.0 · claude (Claude Agent 0.100) · ~/shop · 1 MCP server, still\nstarting\n\n! broken: exited',
  );
});

test('what the user asks for before all has started stands below the header', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  openRepl(terminal, session);
  await terminal.waitFor(PROMPT);
  terminal.type('/nothing\r');
  await terminal.waitFor('ran /nothing');
  expect(terminal.transcript()).toContain('simse 0.1.0\n\n› /nothing\nran /nothing');
});

test('a turn from the prompt to its end leaves the transcript in the scrollback', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession({
    onTurn(_text, agent) {
      agent.emit(agentSays('One.\n\nTwo'), agentSays(' and more.'));
      agent.endTurn();
    },
  });
  const { remembered } = await openReady(terminal, session);
  terminal.type('why?\r');
  await terminal.waitFor('Two and more.');
  expect(terminal.transcript()).toContain('› why?\n\n● One.\n\nTwo and more.\n\n» default');
  expect(remembered).toEqual(['why?']);
});

test('2,000 characters typed while output streams all arrive, in order', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  const text = Array.from({ length: 2000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
  session.emit(turn('go'));
  for (const [index, character] of Array.from(text).entries()) {
    terminal.type(character);
    if (index % 20 === 0) {
      session.emit(agentSays(`word${index} `));
      await new Promise(setImmediate);
    }
  }
  terminal.type('\r');
  await expect.poll(() => session.calls).toContainEqual({ method: 'prompt', text });
});

test('a paste of 5,000 lines that comes in pieces is a chip, and is sent whole', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  const pasted = Array.from({ length: 5000 }, (_, index) => `line ${index}`).join('\n');
  const bytes = `see \u001b[200~${pasted.replaceAll('\n', '\r')}\u001b[201~`;
  for (let start = 0; start < bytes.length; start += 1021) terminal.type(bytes.slice(start, start + 1021));
  await terminal.waitFor('› see [Pasted 5000 lines]');
  terminal.type('\r');
  await expect.poll(() => session.calls).toEqual([{ method: 'prompt', text: `see ${pasted}` }]);
});

test('the terminal’s cursor stands where the next character goes, behind wide characters too', async () => {
  const terminal = new FakeTerminal();
  await openReady(terminal);
  terminal.type('漢字 x');
  await terminal.waitFor('› 漢字 x');
  const row = terminal
    .screen()
    .split('\n')
    .findIndex((line) => line.startsWith('› 漢字'));
  await expect.poll(() => terminal.cursor).toEqual({ row, column: 8 });
  expect(terminal.output.lastIndexOf('\u001b[?25h')).toBeGreaterThan(
    terminal.output.lastIndexOf('\u001b[?25l'),
  );
});

test('a permission question is answered by its key, and the dialog goes', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  session.emit(turn('go'), INSTALL_ASKED);
  await terminal.waitFor('$ npm install');
  terminal.type('a');
  await terminal.waitFor('draft kept: a');
  terminal.type('\u007f');
  await terminal.waitFor('Enter to choose');
  terminal.type('1');
  await expect
    .poll(() => session.calls.at(-1))
    .toEqual({
      method: 'answer',
      questionId: 'q',
      answer: { outcome: 'selected', optionId: 'yes', key: '1' },
    });
  await expect.poll(() => terminal.screen()).not.toContain('npm install');
});

test('what a command says is printed, and `/clear` alone clears the terminal', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession({
    onCommand: (line) => (line === '/clear' ? { kind: 'clear' } : { kind: 'handled', text: 'all is well' }),
  });
  await openReady(terminal, session);
  terminal.type('/status\r');
  await terminal.waitFor('› /status\nall is well');
  for (const clear of CLEARS) expect(terminal.output).not.toContain(clear);
  terminal.type('/clear\r');
  await expect
    .poll(() => terminal.transcript())
    .toBe(`\n» default · claude · ~/shop · ? for keys\n${PROMPT}`);
  terminal.type('x');
  await terminal.waitFor('› x');
});

test('Ctrl+L gives an empty screen, and nothing is lost', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  session.emit(turn('go'), agentSays('an answer'), END);
  await terminal.waitFor('an answer');
  terminal.type('\f');
  await expect.poll(() => terminal.screen()).toBe(`\n» default · claude · ~/shop · ? for keys\n${PROMPT}`);
  expect(terminal.transcript()).toContain('● an answer');
  expect(terminal.transcript().split(PROMPT)).toHaveLength(2);
});

test('without colour there is not one colour on the screen', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  session.emit(...READY, turn('go'), agentSays('**bold** `code`'));
  openRepl(terminal, session, {
    terminal: terminal.asReplTerminal({ looks: { colors: 1, background: null, links: true } }),
  });
  await terminal.waitFor('bold code');
  expect(terminal.output).toContain('\u001b[1mbold');
  expect(terminal.output).not.toMatch(/\u001b\[[\d;]*[349]\d[\d;]*m/);
});
