import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { createSessionStore } from '../../src/store/session-store.ts';
import { runSimse } from '../helpers/run-simse.ts';
import type { Sandbox } from '../helpers/sandbox.ts';
import { KEYS } from '../helpers/terminal-keys.ts';
import { agentSandbox, answer, END, say } from './agent-sandbox.ts';
import { openRepl, prompt } from './repl.ts';

const TURNS = 2500;
const PARAGRAPHS = 900;
const PARAGRAPHS_A_SIZE = 200;
/** How long what the agent has said takes to be drawn. */
const SETTLE_MS = 150;
const SIZES = [
  [60, 20],
  [120, 40],
  [33, 12],
  [100, 30],
  [80, 24],
] as const;

/** A recorded session of 10,000 entries: in each turn a prompt, a tool, an answer and the turn's end. */
async function recordLongSession(sandbox: Sandbox): Promise<void> {
  const { stdout } = await runSimse(sandbox, ['-p', 'begin', '--format', 'json']);
  const { session_id: id } = JSON.parse(stdout) as { session_id: string };
  const { log, events } = await createSessionStore({ dataDir: sandbox.data }).resume(id);
  let { seq, at } = events.at(-1) ?? { seq: 0, at: 0 };
  for (let turn = 1; turn <= TURNS; turn += 1) {
    for (const event of eventsOf(turn)) {
      seq += 1;
      at += 1000;
      log.append({ ...event, seq, at });
    }
  }
  await log[Symbol.asyncDispose]();
}

function eventsOf(turn: number): SessionEvent[] {
  const turnId = `t${turn}`;
  const id = `call-${turn}`;
  return [
    { type: 'turn_started', turnId, prompt: [{ type: 'text', text: `question ${turn}` }] },
    { type: 'tool_call', call: { id, title: `Look ${turn}`, kind: 'read', status: 'in_progress' } },
    { type: 'tool_call', call: { id, status: 'completed' } },
    {
      type: 'message_chunk',
      role: 'agent',
      messageId: turnId,
      content: { type: 'text', text: `reply ${turn}.` },
    },
    { type: 'turn_ended', turnId, stopReason: 'end_turn' },
  ];
}

/** The numbers behind a word, in the order in which they are in the scrollback. */
function numbersIn(transcript: string, word: string): number[] {
  return Array.from(transcript.matchAll(new RegExp(`${word} (\\d+)\\b`, 'g')), ([, digits]) =>
    Number(digits),
  );
}

/** Where a number is not the one after its predecessor. */
function faultsIn(numbers: readonly number[]): [number, number][] {
  return numbers.slice(1).flatMap((next, index): [number, number][] => {
    const last = numbers[index] ?? 0;
    return next === last + 1 ? [] : [[last, next]];
  });
}

test('a session of 10,000 entries goes on: its end is in the scrollback, without gaps and without repeats', async () => {
  const sandbox = await agentSandbox({ on: { 'session/prompt': answer('new reply 1.') } });
  await recordLongSession(sandbox);
  const terminal = await openRepl(sandbox, {}, ['--continue']);
  await terminal.waitFor(`reply ${TURNS}.`);
  terminal.send(`one more${KEYS.enter}`);
  await terminal.waitFor('new reply 1.');
  const transcript = terminal.transcript();
  const questions = numbersIn(transcript, 'question');
  const replies = numbersIn(transcript, '● reply');
  for (const numbers of [questions, replies]) {
    expect(numbers.length).toBeGreaterThan(5);
    expect(faultsIn(numbers)).toEqual([]);
    expect(numbers.at(-1)).toBe(TURNS);
  }
  expect(transcript.split('Ask anything')).toHaveLength(2);
  prompt(terminal, '/exit');
  expect(await terminal.exited).toBe(0);
});

test('900 streamed paragraphs are in the scrollback once and in order, with a window of another size every 200', async () => {
  const steps = Array.from({ length: PARAGRAPHS }, (_, index) => [
    say(`Paragraph ${index}, which is long enough to be wrapped in a narrow window.\n\n`),
    index % PARAGRAPHS_A_SIZE === 0 ? { until: `$cwd/resized-${index}` } : { pause: 2 },
  ]).flat();
  const sandbox = await agentSandbox({ on: { 'session/prompt': [...steps, END] } });
  const terminal = await openRepl(sandbox, { columns: 80, rows: 24 });
  terminal.send(`count${KEYS.enter}`);
  for (const [index, [columns, rows]] of SIZES.entries()) {
    const paragraph = index * PARAGRAPHS_A_SIZE;
    await terminal.waitFor(`Paragraph ${paragraph},`);
    await delay(SETTLE_MS);
    terminal.resize(columns, rows);
    terminal.send('x');
    await terminal.waitFor(`› ${'x'.repeat(index + 1)}`);
    await writeFile(join(sandbox.work, `resized-${paragraph}`), '');
  }
  await terminal.waitFor(`Paragraph ${PARAGRAPHS - 1},`);
  await terminal.waitGone('to interrupt');
  const transcript = terminal.transcript();
  const paragraphs = numbersIn(transcript, 'Paragraph');
  expect(faultsIn(paragraphs)).toEqual([]);
  expect([paragraphs[0], paragraphs.at(-1)]).toEqual([0, PARAGRAPHS - 1]);
  expect(transcript.split('› count')).toHaveLength(2);
  expect(transcript.split('› xxxxx')).toHaveLength(2);
  for (const clear of ['\u001b[2J', '\u001b[3J']) expect(terminal.output()).not.toContain(clear);
});
