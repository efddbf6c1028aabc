import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/events.ts';
import { rowText } from '../../../src/tui/draw/span.ts';
import { printableRows } from '../../../src/tui/draw/line.ts';
import type { Item } from '../../../src/tui/transcript/block.ts';
import { blockLines } from '../../../src/tui/transcript/block-lines.ts';
import {
  advanceTranscript,
  beginTranscript,
  EMPTY_TRANSCRIPT,
  printLines,
  type Transcript,
} from '../../../src/tui/transcript/transcript.ts';
import { agentSays, FakeSession } from '../fake-session.ts';

const text = (items: readonly Item[]) =>
  items
    .map(({ gap, block }) => {
      const rows = printableRows(blockLines(block, 80, 0), 80).map((row) =>
        rowText(row).replace(/  \d+ ms$/, ''),
      );
      return `${gap && rows.length > 0 ? '\n' : ''}${rows.join('\n')}`;
    })
    .filter((part) => part !== '')
    .join('\n');

/** The transcripts after each event. */
function follow(events: readonly SessionEvent[]): Transcript[] {
  const session = new FakeSession();
  let transcript = EMPTY_TRANSCRIPT;
  return events.map((event) => {
    session.emit(event);
    transcript = advanceTranscript(transcript, session.getState());
    return transcript;
  });
}

const turn = (prompt: string): SessionEvent => ({
  type: 'turn_started',
  turnId: 't',
  prompt: [{ type: 'text', text: prompt }],
});
const tool = (id: string, status: 'in_progress' | 'completed'): SessionEvent => ({
  type: 'tool_call',
  call: { id, title: id, kind: 'read', status },
});
const END: SessionEvent = { type: 'turn_ended', turnId: 't', stopReason: 'end_turn' };

const TURN: SessionEvent[] = [
  turn('why?'),
  agentSays('First paragraph.'),
  agentSays('\n\nSecond one'),
  agentSays(' goes on.'),
  tool('a.ts', 'in_progress'),
  tool('b.ts', 'in_progress'),
  tool('b.ts', 'completed'),
  tool('a.ts', 'completed'),
  agentSays('Done:\n\n```\ncode\n'),
  agentSays('more\n```\n'),
  END,
];

test('what is printed only grows, and its items never change', () => {
  const steps = follow(TURN);
  for (const [index, { printed }] of steps.entries()) {
    const before = steps[index - 1]?.printed ?? [];
    expect(printed.slice(0, before.length)).toEqual(before);
  }
  const ids = steps.at(-1)?.printed.map(({ id }) => id) ?? [];
  expect(new Set(ids).size).toBe(ids.length);
});

test('what is printed and what is live are the whole conversation, once, at every moment', () => {
  const steps = follow(TURN).map(({ printed, live }) => text([...printed, ...live]));
  expect(steps.at(-1)).toBe(
    '› why?\n\n● First paragraph.\n\nSecond one goes on.\n⎿ Read a.ts\n⎿ Read b.ts\n\n● Done:\n\n```\ncode\nmore\n```',
  );
  expect(steps[2]).toBe('› why?\n\n● First paragraph.\n\nSecond one');
});

test('a finished paragraph is printed while the answer goes on', () => {
  const [, , third] = follow(TURN);
  expect(text(third?.printed ?? [])).toBe('› why?\n\n● First paragraph.');
  expect(text(third?.live ?? []).trim()).toBe('Second one');
});

test('a finished tool waits for the one before it', () => {
  const steps = follow(TURN);
  expect(text(steps[6]?.printed ?? [])).not.toContain('b.ts');
  expect(text(steps[7]?.printed ?? [])).toContain('a.ts');
  expect(steps[7]?.live).toEqual([]);
});

test('nothing is made anew when nothing has happened', () => {
  const session = new FakeSession();
  session.emit(...TURN);
  const once = advanceTranscript(EMPTY_TRANSCRIPT, session.getState());
  expect(advanceTranscript(once, session.getState()).printed).toBe(once.printed);
});

test('what the user asks for is printed between', () => {
  const session = new FakeSession();
  session.emit(turn('why?'), agentSays('One.\n\nTwo'));
  const begun = advanceTranscript(EMPTY_TRANSCRIPT, session.getState());
  const printed = printLines(begun, [{ spans: [], head: [], hang: [], verbatim: false }]);
  session.emit(agentSays('.'), END);
  const after = advanceTranscript(printed, session.getState());
  expect(after.printed.map(({ block }) => block.kind)).toEqual([
    'prompt',
    'message',
    'lines',
    'message',
    'turn_end',
  ]);
});

test('of a long conversation that is taken up again the end is printed, and how much was left out', () => {
  const session = new FakeSession();
  for (let index = 0; index < 60; index += 1)
    session.emit(turn(`prompt ${index}`), agentSays(`answer ${index}`), END);
  const { entries } = session.getState();
  const begun = beginTranscript(EMPTY_TRANSCRIPT, entries, []);
  const drawn = text(advanceTranscript(begun, session.getState()).printed);
  expect(drawn).toContain('… 80 earlier entries');
  expect(drawn).toContain('answer 59');
  expect(drawn).not.toContain('prompt 20');
});
