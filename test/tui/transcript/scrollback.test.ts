import { describe, expect, test } from 'vitest';
import { agentSays } from '../fake-session.ts';
import { FakeTerminal } from '../fake-terminal.ts';
import { CLEARS, END, openReady, PROMPT, turn } from '../open-repl.ts';
import { MARKS, marksIn, pause, streamAnswer } from '../stream-answer.ts';

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

test('the items of a long list go into the scrollback as they come, each line once', async () => {
  const list = Array.from(
    { length: 200 },
    (_, index) => `${index + 1}. item ${index + 1}.\n     - its detail\n`,
  );
  const terminal = new FakeTerminal(80, 24);
  const { session } = await openReady(terminal);
  const numbers = () =>
    Array.from(terminal.transcript().matchAll(/(\d+)\. item \1\./g), ([, n]) => Number(n));
  session.emit(turn('list them'), agentSays('All of them:\n\n'));
  for (const item of list.slice(0, 100)) {
    session.emit(agentSays(item));
    await pause();
  }
  await expect.poll(numbers).toEqual(list.slice(0, 100).map((_, index) => index + 1));
  session.emit(agentSays(list.slice(100).join('')), END);
  await expect.poll(numbers).toEqual(list.map((_, index) => index + 1));
  expect(terminal.transcript().split('• its detail')).toHaveLength(201);
  expect(terminal.transcript()).not.toMatch(/its detail *\n\s*\n *\d/);
});

test.each([40, 80])(
  'a plan and a table that fill %i columns are printed as they were laid out',
  async (columns) => {
    const terminal = new FakeTerminal(columns, 24);
    const { session } = await openReady(terminal);
    const table = `| a | b |\n|---|---|\n| ${'cell '.repeat(columns)}end | x |`;
    const steps = [{ content: 'step '.repeat(columns), priority: 'low', status: 'pending' }] as const;
    session.emit(
      turn('plan it'),
      { type: 'plan', entries: [...steps] },
      agentSays(`So:\n\n${table}\n\nDone.`),
      END,
    );
    await expect.poll(() => terminal.transcript()).toMatch(/Plan 0\/1\n +○ .*…\n/);
    const rows = terminal.transcript().split('\n');
    expect(rows.filter((row) => /^ *(?:…|─+|x)$/.test(row))).toEqual([]);
    expect(rows.filter((row) => row.includes('cell')).every((row) => row.startsWith('cell'))).toBe(true);
  },
);
