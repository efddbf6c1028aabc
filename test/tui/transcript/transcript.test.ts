import { expect, test } from 'vitest';
import type { SessionEvent } from '../../../src/core/state/events.ts';
import { printableRows } from '../../../src/tui/draw/line.ts';
import { rowText } from '../../../src/tui/draw/span.ts';
import { DEFAULT_KEYMAP } from '../../../src/tui/keys/create-keymap.ts';
import type { TranscriptItem } from '../../../src/tui/transcript/block.ts';
import { blockLines } from '../../../src/tui/transcript/block-lines.ts';
import {
  advanceTranscript,
  beginTranscript,
  EMPTY_TRANSCRIPT,
  printLines,
  type Transcript,
  takePrinted,
} from '../../../src/tui/transcript/transcript.ts';
import { agentSays, FakeSession } from '../fake-session.ts';

const text = (items: readonly TranscriptItem[]) =>
  items
    .map(({ gap, block }) => {
      const rows = printableRows(blockLines(block, 80, { now: 0, keymap: DEFAULT_KEYMAP }), 80).map((row) =>
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
  expect(drawn).toContain('… 132 earlier entries · /history prints them\n\n› prompt 44');
  expect(drawn).toContain('answer 59');
  expect(drawn).not.toContain('answer 43');
});

test('what was taken to be printed is not handed out again, and the gaps stay', () => {
  const session = new FakeSession();
  session.emit(turn('why?'));
  const first = takePrinted(advanceTranscript(EMPTY_TRANSCRIPT, session.getState()));
  session.emit(agentSays('Because.'), END);
  const second = takePrinted(advanceTranscript(first.rest, session.getState()));
  expect(text(first.items)).toBe('› why?');
  expect(text(second.items)).toBe('\n● Because.');
  expect(second.rest.printed).toEqual([]);
});

const child = (id: string, status: 'in_progress' | 'completed'): SessionEvent => ({
  type: 'tool_call',
  call: { id, title: id, kind: 'read', status, parentId: 'task' },
});

test('a sub-agent’s calls are printed with the call that it works for, in its card and nowhere else', () => {
  const steps = follow([
    turn('go'),
    tool('task', 'in_progress'),
    child('a.ts', 'completed'),
    tool('other', 'completed'),
    child('b.ts', 'in_progress'),
    tool('task', 'completed'),
    child('b.ts', 'completed'),
    child('late.ts', 'completed'),
    END,
  ]);
  const clean = (at: number) =>
    text(steps.at(at)?.printed ?? []).replaceAll(/ {2}(?:\d tool calls?|\d+s)| · \d+ ms/g, '');
  expect(clean(5)).toBe('› go');
  expect(clean(6)).toBe('› go\n\n⎿ Read task\n  ⎿ Read a.ts\n  ⎿ Read b.ts\n⎿ Read other');
  expect(clean(-1)).toBe(`${clean(6)}\n  ⎿ Read late.ts`);
  expect(text(steps[4]?.live ?? [])).toContain('2 tool calls');
});

const thinks = (chunk: string): SessionEvent => ({
  type: 'message_chunk',
  role: 'thought',
  content: { type: 'text', text: chunk },
});

test('a thought is live by its last lines, and one line when it is done', () => {
  const long = Array.from({ length: 9 }, (_, index) => `Step ${index}.`).join('\n\n');
  const steps = follow([turn('go'), thinks(long), thinks('\n\nLast.'), agentSays('Done.'), END]);
  expect(text(steps[2]?.live ?? [])).toMatch(/∴ Step 6\.\n {2}Step 7\.\n {2}Step 8\.\n {2}Last\.$/);
  expect(text(steps.at(-1)?.printed ?? [])).toMatch(
    /^› go\n\n∴ Thought( for \d+ ms)? · Ctrl\+O to show it\n\n● Done\.$/,
  );
});

test('a short thought is shown', () => {
  expect(text(follow([turn('go'), thinks('Hmm.'), END]).at(-1)?.printed ?? [])).toContain('∴ Hmm.');
});

test('the plan is printed once, when its turn has ended', () => {
  const plan: SessionEvent = {
    type: 'plan',
    entries: [
      { content: 'Look', priority: 'high', status: 'completed' },
      { content: 'Mend', priority: 'high', status: 'cancelled' },
      { content: 'Test', priority: 'high', status: 'pending' },
    ],
  };
  const steps = follow([turn('go'), plan, agentSays('Done.'), END, turn('more'), END]);
  expect(text(steps.at(-1)?.printed ?? [])).toBe(
    '› go\n\n● Done.\n\nPlan 1/3\n  ✔ Look\n  ✗ Mend\n  ○ Test\n\n› more',
  );
});
