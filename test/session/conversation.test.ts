import { expect, test } from 'vitest';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { restoreState } from '../../src/core/state/fold-events.ts';
import { INITIAL_STATE, reduce } from '../../src/core/state/reduce.ts';
import { compact, type SessionState } from '../../src/core/state/session-state.ts';
import { conversationSoFar } from '../../src/session/backend/conversation-so-far.ts';
import { eventsToTurn } from '../../src/session/records/fork-session.ts';

const stamp = (events: readonly SessionEvent[]) =>
  events.map((event, index) => ({ ...event, seq: index + 1, at: index }));

const turn = (prompt: string, answer: string): SessionEvent[] => [
  { type: 'turn_started', turnId: prompt, prompt: [{ type: 'text', text: prompt }] },
  { type: 'message_chunk', role: 'agent', content: { type: 'text', text: answer } },
  { type: 'turn_ended', turnId: prompt, stopReason: 'end_turn' },
];

const next: SessionEvent = { type: 'turn_started', turnId: 'next', prompt: [{ type: 'text', text: 'next' }] };
const stateOf = (events: readonly SessionEvent[]): SessionState =>
  stamp(events).reduce(reduce, INITIAL_STATE);

function told(state: SessionState): string {
  const block = conversationSoFar(state);
  return block?.type === 'resource' ? (block.text ?? '') : '';
}

test('an agent that was not there is told the newest of a long conversation, in bounded space', () => {
  const long = Array.from({ length: 100 }, (_, at) =>
    turn(`question ${at}.`, `answer ${at}. ${'🙂'.repeat(500)}`),
  );
  const text = told(stateOf([...long.flat(), next]));
  expect(text.length).toBeLessThan(24_200);
  expect(text).toContain('answer 99.');
  expect(text).not.toContain('answer 10.');
  expect(text).not.toMatch(/\p{Surrogate}/u);
  expect(told(stateOf([next]))).toBe('');
});

test('a summary stands for what was earlier, and is bounded, too', () => {
  const before = ['a', 'b', 'c'].flatMap((name) => turn(`ask ${name}`, `answer ${name}`));
  const summary = `short. ${'s'.repeat(60_000)}`;
  const events = [...before, ...turn('/compact', summary).toSpliced(2, 0, { type: 'compacted', summary })];
  const text = told(stateOf([...events, ...turn('ask d', `answer d ${'d'.repeat(30_000)} end`), next]));
  expect(text.length).toBeLessThan(24_200);
  expect(text).toMatch(
    /A summary of what was earlier:\n\nshort\. s+\n\[…\]\n\nWhat was said last:[^]*d+ end$/,
  );
  const short = told(stateOf([...events, ...turn('ask d', 'answer d'), next]));
  expect(short).toMatch(
    /User: ask b\n\nAgent: answer b\n\nUser: ask c\n\nAgent: answer c\n\nUser: ask d\n\nAgent: answer d$/,
  );
  expect(short).not.toContain('ask a');
  expect(short).not.toContain('/compact');
});

test('what is recorded of a summary counts when the session is resumed, and can be summarised again', () => {
  const once = [
    ...turn('ask a', 'answer a'),
    ...turn('/compact', 'S1').toSpliced(2, 0, { type: 'compacted', summary: 'S1' }),
  ];
  const restored = restoreState(stamp(once));
  expect(restored.compaction?.summary).toBe('S1');
  expect(restored.entries.filter(({ kind }) => kind === 'prompt')).toHaveLength(2);
  const again = stateOf([...once, ...turn('ask b', 'answer b'), ...turn('/compact', 'S2').slice(0, 2)]);
  const { recent } = compact(again, 'S2');
  const prompts = recent.flatMap((entry) => (entry.kind === 'prompt' ? [entry.text] : []));
  expect(prompts).toEqual(['ask a', 'ask b']);
});

test('a session is cut before the next turn begins, and not where there is none', () => {
  const events = stamp([...turn('a', 'x'), { type: 'title', title: 'A' }, ...turn('b', 'y')]);
  expect(eventsToTurn(events, 1)).toEqual(events.slice(0, 4));
  expect(eventsToTurn(events, 2)).toEqual(events);
  for (const none of [0, 3, -1]) expect(() => eventsToTurn(events, none)).toThrow('has 2 turns');
});
