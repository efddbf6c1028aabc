import { describe, expect, test } from 'vitest';
import type { SessionEvent } from '../../src/core/events.ts';
import { agentSays, FakeSession, READY } from './fake-session.ts';
import { FakeTerminal } from './fake-terminal.ts';
import { openRepl } from './open-repl.ts';
import { createRandom } from './random.ts';

const CLEARS = ['\u001b[2J', '\u001b[3J'];
const PROMPT = '› Ask anything';

/** A REPL whose session is ready, with its header printed. */
async function openReady(terminal: FakeTerminal, session = new FakeSession()) {
  session.emit(...READY);
  const repl = openRepl(terminal, session);
  await terminal.waitFor(PROMPT);
  return { session, ...repl };
}

const turn = (text: string): SessionEvent => ({
  type: 'turn_started',
  turnId: 't',
  prompt: [{ type: 'text', text }],
});

test('the prompt is there before the backend answers, the header once it has', async () => {
  const terminal = new FakeTerminal();
  const session = new FakeSession();
  openRepl(terminal, session, { banner: ['a word of warning'] });
  await terminal.waitFor(PROMPT);
  expect(terminal.screen()).not.toContain('simse 0.1.0');
  session.emit(...READY);
  await terminal.waitFor('simse 0.1.0 · claude (Claude Agent 0.100) · ~/shop\na word of warning');
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
  expect(terminal.transcript()).toContain('› why?\n\n● One.\n\nTwo and more.\n\ndefault');
  expect(remembered).toEqual(['why?']);
});

test('2,000 characters typed while output streams all arrive, in order', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  const text = Array.from({ length: 2000 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
  session.emit(turn('go'));
  for (const [index, character] of [...text].entries()) {
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
  session.emit(turn('go'), {
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
  });
  await terminal.waitFor('$ npm install');
  terminal.type('a');
  await terminal.waitFor('› a');
  await new Promise((resolve) => setTimeout(resolve, 250));
  terminal.type('a');
  await expect
    .poll(() => session.calls.at(-1))
    .toEqual({
      method: 'answer',
      questionId: 'q',
      answer: { outcome: 'selected', optionId: 'yes' },
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
  await expect.poll(() => terminal.transcript()).toBe(`\ndefault · claude · ~/shop · ? for keys\n${PROMPT}`);
  terminal.type('x');
  await terminal.waitFor('› x');
});

test('Ctrl+L gives an empty screen, and nothing is lost', async () => {
  const terminal = new FakeTerminal();
  const { session } = await openReady(terminal);
  session.emit(turn('go'), agentSays('an answer'), {
    type: 'turn_ended',
    turnId: 't',
    stopReason: 'end_turn',
  });
  await terminal.waitFor('an answer');
  terminal.type('\f');
  await expect.poll(() => terminal.screen()).toBe(`\ndefault · claude · ~/shop · ? for keys\n${PROMPT}`);
  expect(terminal.transcript()).toContain('● an answer');
  expect(terminal.transcript().split(PROMPT)).toHaveLength(2);
});

describe('leaving', () => {
  const restored = (terminal: FakeTerminal) => {
    expect(terminal.isRaw).toBe(false);
    expect(terminal.output).toMatch(/\u001b\[\?2004h[\s\S]*\u001b\[\?2004l/);
    expect(terminal.output).toMatch(/\u001b\[>1u[\s\S]*\u001b\[<u/);
    expect(terminal.output.lastIndexOf('\u001b[?25h')).toBeGreaterThan(
      terminal.output.lastIndexOf('\u001b[?25l'),
    );
  };

  test.each([
    ['Ctrl+D', '\u0004'],
    ['Ctrl+C twice', '\u0003\u0003'],
    ['Ctrl+D in the kitty protocol', '\u001b[100;5u'],
  ])('%s leaves, takes the prompt off the screen and restores the terminal', async (_name, keys) => {
    const terminal = new FakeTerminal();
    const { left } = await openReady(terminal);
    expect(terminal.isRaw).toBe(true);
    terminal.type(keys);
    await left;
    await terminal.drawn();
    restored(terminal);
    expect(terminal.transcript()).toBe('simse 0.1.0 · claude (Claude Agent 0.100) · ~/shop');
  });

  test('so does the end of the process, and that of the terminal', async () => {
    const ended = new FakeTerminal();
    const first = await openReady(ended);
    first.leave.abort();
    await first.left;
    restored(ended);
    const gone = new FakeTerminal();
    const second = await openReady(gone);
    gone.stdin.push(null);
    await second.left;
    restored(gone);
  });

  test('a REPL that cannot be drawn restores the terminal and says why', async () => {
    const terminal = new FakeTerminal();
    const session = new FakeSession();
    session.getState = () => {
      throw new Error('no state');
    };
    const { left } = openRepl(terminal, session);
    await expect(left).rejects.toThrow('no state');
    restored(terminal);
  });
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
  session.emit(turn('x'), agentSays('while away'), {
    type: 'turn_ended',
    turnId: 't',
    stopReason: 'end_turn',
  });
  terminal.write('[1]+ Stopped\n$ fg\n');
  goOn();
  await terminal.waitFor('› draft');
  await expect.poll(() => terminal.transcript()).toMatch(/Stopped\n\$ fg\n+› x\n\n● while away\n/);
  expect(terminal.isRaw).toBe(true);
  terminal.type('!');
  await terminal.waitFor('› draft!');
});

describe('without colour', () => {
  test('there is not one colour on the screen', async () => {
    const terminal = new FakeTerminal();
    const session = new FakeSession();
    session.emit(...READY, turn('go'), agentSays('**bold** `code`'));
    openRepl(terminal, session, { terminal: terminal.asReplTerminal({ color: false }) });
    await terminal.waitFor('bold code');
    expect(terminal.output).not.toMatch(/\u001b\[[\d;]*m/);
  });
});

/** Sends a long answer with everything in it, in random pieces, while `disturb` does something between them. */
async function streamAnswer(
  seed: number,
  session: FakeSession,
  disturb: () => Promise<void> | void,
): Promise<void> {
  const random = createRandom(seed);
  session.emit(turn(`prompt ${seed}`));
  let rest = ANSWER;
  while (rest !== '') {
    const length = 1 + random.below(60);
    session.emit(agentSays(rest.slice(0, length)));
    rest = rest.slice(length);
    if (random.below(4) === 0) await disturb();
  }
  session.emit({ type: 'turn_ended', turnId: 't', stopReason: 'end_turn' });
}

const ANSWER = Array.from({ length: 12 }, (_, index) =>
  [
    `## Part ${index} of it`,
    `Paragraph ${index}: ${'words that fill some rows of it, 漢字 and 👩‍👩‍👧, '.repeat(3)}end ${index}.`,
    `- item ${index} a\n- item ${index} b`,
    `\`\`\`\ncode ${index} a\n\ncode ${index} b\n\`\`\``,
  ].join('\n\n'),
).join('\n\n');

/** What every line of the transcript must contain once, in this order. */
const MARKS = Array.from({ length: 12 }, (_, index) => [
  `Part ${index} of it`,
  `end ${index}.`,
  `item ${index} a`,
  `item ${index} b`,
  `code ${index} a`,
  `code ${index} b`,
]).flat();

function marksIn(transcript: string): string[] {
  const flat = transcript.replaceAll(/\s+/g, ' ');
  const found = flat.matchAll(/Part \d+ of it|end \d+\.|item \d+ [ab]|code \d+ [ab]/g);
  return Array.from(found, ([mark]) => mark);
}

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 3));

describe('the scrollback holds the answer once, without gaps', () => {
  test.each([
    [80, 24],
    [20, 10],
    [200, 50],
    [40, 6],
  ])('at %i by %i, streamed in random pieces', async (columns, rows) => {
    const terminal = new FakeTerminal(columns, rows);
    const { session } = await openReady(terminal);
    await streamAnswer(columns, session, pause);
    await terminal.waitFor(PROMPT);
    await expect.poll(() => marksIn(terminal.transcript())).toEqual(MARKS);
    for (const clear of CLEARS) expect(terminal.output).not.toContain(clear);
    expect(terminal.transcript().split(PROMPT)).toHaveLength(2);
  });

  test('while the user types', async () => {
    const terminal = new FakeTerminal();
    const { session } = await openReady(terminal);
    await streamAnswer(7, session, () => {
      terminal.type('x ');
      return pause();
    });
    await expect.poll(() => marksIn(terminal.transcript())).toEqual(MARKS);
    expect(terminal.transcript().split('› x')).toHaveLength(2);
  });
});

describe('a resize', () => {
  test('leaves one prompt and one status line, at whatever width', async () => {
    const terminal = new FakeTerminal(100, 24);
    await openReady(terminal);
    terminal.type(
      'a draft that is long enough to be wrapped in a narrow terminal, and then goes on a little',
    );
    await terminal.waitFor('goes on');
    const random = createRandom(3);
    for (let round = 0; round < 12; round += 1) {
      await terminal.resize(20 + random.below(100), 10 + random.below(30));
      await expect.poll(() => drafts(terminal), { interval: 5 }).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 320));
      expect(drafts(terminal)).toBe(1);
      expect(terminal.transcript().split('default')).toHaveLength(2);
      expect(terminal.transcript()).toContain('simse 0.1.0');
    }
    for (const clear of CLEARS) expect(terminal.output).not.toContain(clear);
  });

  test('a storm of them loses nothing of a streamed answer, and repeats nothing', async () => {
    const terminal = new FakeTerminal(100, 30);
    const { session } = await openReady(terminal);
    const random = createRandom(11);
    await streamAnswer(11, session, async () => {
      await terminal.resize(40 + random.below(80), 16 + random.below(20));
      await pause();
    });
    await expect.poll(() => marksIn(terminal.transcript()), { timeout: 3000 }).toEqual(MARKS);
    expect(terminal.transcript().split(PROMPT)).toHaveLength(2);
    for (const clear of CLEARS) expect(terminal.output).not.toContain(clear);
  });
});

function drafts(terminal: FakeTerminal): number {
  return terminal.transcript().split('› a draft').length - 1;
}
