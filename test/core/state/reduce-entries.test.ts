import { expect, test } from 'vitest';
import type { SessionEvent, StampedEvent } from '../../../src/core/state/events.ts';
import { reduce } from '../../../src/core/state/reduce.ts';
import { chunk, denied, END, fold, outline, QUESTION, START, text, tool } from '../fold-events.ts';

test('a turn is a prompt, what the agent says and does, and an end', () => {
  const state = fold([
    START,
    chunk('thinking', undefined, 'thought'),
    chunk('Hello '),
    chunk('world'),
    tool({ id: 'c1', title: 'Read a', kind: 'read', status: 'pending' }),
    tool({ id: 'c1', status: 'in_progress' }),
    tool({ id: 'c1', status: 'completed', content: [{ type: 'content', block: text('ok') }] }),
    chunk('Done'),
    END,
  ]);
  expect(outline(state)).toEqual([
    'prompt do\nit',
    'message thinking',
    'message Hello world',
    'tool Read a completed',
    'message Done',
    'turn_end end_turn',
  ]);
  expect(state.turn).toBeNull();
  expect(state.entries.at(-1)).toMatchObject({ durationMs: 8000 });
  expect(state.entries.at(3)).toMatchObject({ call: { startedAt: 5000, endedAt: 7000, kind: 'read' } });
});

test('a message is open while it streams, and closed by the tool call after it', () => {
  const streaming = fold([START, chunk('a')]);
  expect(outline(streaming)).toEqual(['prompt do\nit', '…message a']);
  expect(outline(fold([START, chunk('a'), tool({ id: 'c', title: 'T', status: 'pending' })]))).toEqual([
    'prompt do\nit',
    'message a',
    '…tool T pending',
  ]);
});

test.each<[string, SessionEvent[], string[]]>([
  ['another id begins another message', [chunk('a', '1'), chunk('b', '2')], ['message a', '…message b']],
  ['the same id goes on', [chunk('a', '1'), chunk('b', '1')], ['…message ab']],
  ['no id goes on', [chunk('a', '1'), chunk('b')], ['…message ab']],
  ['an id after none begins another', [chunk('a'), chunk('b', '1')], ['message a', '…message b']],
  [
    'another role begins another message',
    [chunk('a', '1', 'thought'), chunk('b', '1')],
    ['message a', '…message b'],
  ],
  ['blank chunks make no message', [chunk(''), chunk('', '1')], []],
  ['blank chunks change nothing', [chunk('a', '1'), chunk('', '1')], ['…message a']],
  [
    'a message that was interrupted goes on as one message',
    [
      chunk('a', '1'),
      tool({ id: 'c', status: 'completed' }),
      chunk('b', '1'),
      chunk('c', '1'),
      chunk('d', '1'),
    ],
    ['message a', 'tool completed', '…message bcd'],
  ],
  [
    'two messages that take turns stay in order',
    [chunk('a', '1'), chunk('b', '2'), chunk('c', '1'), chunk('d', '1')],
    ['message a', 'message b', '…message cd'],
  ],
  [
    'an update of an earlier tool call does not interrupt',
    [tool({ id: 'c', status: 'pending' }), chunk('a'), tool({ id: 'c', status: 'completed' }), chunk('b')],
    ['tool completed', '…message ab'],
  ],
  [
    'a notice stands between two messages',
    [chunk('a'), { type: 'notice', level: 'warn', source: 'mcp', text: 'gone' }, chunk('b')],
    ['message a', 'notice gone', '…message b'],
  ],
  [
    'an image is named',
    [
      {
        type: 'message_chunk',
        role: 'agent',
        content: { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      },
    ],
    ['…message [image image/png, 3 bytes]'],
  ],
])('%s', (_, events, lines) => {
  expect(outline(fold(events))).toEqual(lines);
});

test('a tool call may begin with an update, and keeps what an update leaves out', () => {
  const state = fold([
    tool({ id: 'c', status: 'in_progress' }),
    tool({ id: 'c', title: 'Edit a', kind: 'edit', locations: [{ path: '/w/a', line: 3 }] }),
    tool({ id: 'c', status: 'completed', output: { ok: true } }),
  ]);
  expect(state.entries).toHaveLength(1);
  expect(state.entries.at(0)).toMatchObject({
    done: true,
    call: {
      title: 'Edit a',
      kind: 'edit',
      status: 'completed',
      locations: [{ path: '/w/a', line: 3 }],
      output: { ok: true },
      startedAt: 1000,
      endedAt: 3000,
    },
  });
});

test.each(['completed', 'failed', 'cancelled'] as const)(
  'a tool call that is %s does not open again',
  (status) => {
    const state = fold([
      tool({ id: 'c', title: 'T', status }),
      tool({ id: 'c', status: 'in_progress', title: 'late' }),
      tool({ id: 'c', content: [{ type: 'terminal', terminalId: 'x' }] }),
    ]);
    expect([...state.entries]).toMatchObject([
      { done: true, call: { status, title: 'late', endedAt: 1000, content: [{ terminalId: 'x' }] } },
    ]);
  },
);

test('the end of a turn closes every entry; a question waits for its own end', () => {
  const state = fold([
    START,
    tool({ id: 'cut', title: 'cut', status: 'in_progress' }),
    tool({ id: 'refused', title: 'refused', status: 'pending' }),
    denied('refused'),
    { type: 'question_asked', question: QUESTION },
    chunk('a'),
    {
      type: 'turn_ended',
      turnId: 't1',
      stopReason: 'error',
      error: { code: 'backend_failed', message: 'gone' },
    },
  ]);
  expect(outline(state)).toEqual([
    'prompt do\nit',
    'tool cut cancelled',
    'tool refused failed',
    'message a',
    'turn_end error',
  ]);
  expect(state.questions).toEqual([QUESTION]);
  expect(state.entries.at(2)).toMatchObject({ call: { denied: 'you rejected it', endedAt: 7000 } });
  expect(state.entries.at(-1)).toMatchObject({ error: { message: 'gone' } });
});

test('a call that fails because the user cancelled the turn is cancelled, a refusal and an earlier failure are not', () => {
  const cancelling: SessionEvent = { type: 'turn_cancelling', turnId: 't1' };
  const state = fold([
    START,
    tool({ id: 'early', title: 'early', status: 'failed' }),
    tool({ id: 'cut', title: 'cut', status: 'in_progress' }),
    tool({ id: 'open', title: 'open', status: 'in_progress' }),
    tool({ id: 'refused', title: 'refused', status: 'pending' }),
    denied('refused'),
    cancelling,
    tool({ id: 'cut', status: 'failed' }),
    tool({ id: 'early', status: 'failed' }),
    tool({ id: 'refused', status: 'failed' }),
    END,
    tool({ id: 'open', status: 'failed' }),
  ]);
  expect(outline(state).filter((entry) => entry.startsWith('tool'))).toEqual([
    'tool early failed',
    'tool cut cancelled',
    'tool open cancelled',
    'tool refused failed',
  ]);
});

test('a turn that never ended is closed by the next one', () => {
  const state = fold([START, chunk('a'), tool({ id: 'c', title: 'T', status: 'pending' }), START]);
  expect(outline(state)).toEqual(['prompt do\nit', 'message a', 'tool T cancelled', 'prompt do\nit']);
});

test('an update after the end of the turn tells how the call really ended', () => {
  const ended = fold([START, tool({ id: 'c', title: 'T', status: 'in_progress' }), END]);
  const late = fold([tool({ id: 'c', status: 'completed', output: 'x' })], ended);
  expect(outline(late)).toEqual(['prompt do\nit', 'tool T completed', 'turn_end end_turn']);
  expect(late.entries.at(1)).toMatchObject({ done: true, call: { output: 'x', endedAt: 3000 } });
});

test('a late update in the next turn stays with its call, an id that begins anew is another call', () => {
  const first = fold([START, tool({ id: 'c', title: 'old', status: 'completed' }), END, START]);
  expect(outline(fold([tool({ id: 'c', output: 'late' })], first))).toHaveLength(4);
  expect(
    outline(
      fold(
        [tool({ id: 'c', title: 'new', status: 'pending' }), tool({ id: 'c', status: 'completed' })],
        first,
      ),
    ),
  ).toEqual([
    'prompt do\nit',
    'tool old completed',
    'turn_end end_turn',
    'prompt do\nit',
    'tool new completed',
  ]);
});

test('what comes after the end of the turn is still shown', () => {
  const state = fold([START, END, chunk('late'), tool({ id: 'x', title: 'late', status: 'completed' })]);
  expect(outline(state).slice(2)).toEqual(['message late', 'tool late completed']);
});

test('a refusal is kept on its tool call', () => {
  const state = fold([tool({ id: 'c', title: 'Run', status: 'pending' }), denied('c')]);
  expect(outline(state)).toEqual(['…tool Run pending']);
  expect(state.entries.at(0)).toMatchObject({ call: { denied: 'you rejected it' } });
});

test('a refusal of a call that was never announced shows what was refused', () => {
  const state = fold([START, denied('c'), END]);
  expect(outline(state)).toEqual(['prompt do\nit', 'tool Run rm x failed', 'turn_end end_turn']);
});

test('what is allowed, or refused outside any tool call, leaves the transcript alone', () => {
  const state = fold([START]);
  const at = { seq: 500, at: 0 };
  expect(reduce(state, { ...(denied() as StampedEvent), ...at })).toBe(state);
  expect(reduce(state, { ...(denied('c') as StampedEvent), allowed: true, ...at } as StampedEvent)).toBe(
    state,
  );
});
