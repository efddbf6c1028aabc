import { expect, test } from 'vitest';
import type { SessionEvent, StampedEvent } from '../../src/core/events.ts';
import type { PermissionQuestion } from '../../src/core/gate-request.ts';
import { INITIAL_STATE, reduce } from '../../src/core/reduce.ts';
import type { Entry, SessionState } from '../../src/core/session-state.ts';
import type { ToolCallPatch } from '../../src/core/tool-call.ts';
import { run } from './gate-requests.ts';

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}

/** Folds events from a state on, each stamped 1000 ms after the last; nothing handed over may be changed. */
function fold(events: readonly SessionEvent[], from: SessionState = INITIAL_STATE): SessionState {
  let state = deepFreeze(from);
  const first = from.entries.length * 100;
  for (const [index, event] of events.entries()) {
    const seq = first + index + 1;
    const stamped: StampedEvent = deepFreeze({ ...event, seq, at: seq * 1000 });
    state = deepFreeze(reduce(state, stamped));
  }
  expect(new Set(state.entries.map((entry) => entry.id)).size).toBe(state.entries.length);
  return state;
}

const text = (value: string) => ({ type: 'text', text: value }) as const;
const START: SessionEvent = { type: 'turn_started', turnId: 't1', prompt: [text('do'), text('it')] };
const END: SessionEvent = { type: 'turn_ended', turnId: 't1', stopReason: 'end_turn' };
const chunk = (
  value: string,
  messageId?: string,
  role: 'agent' | 'thought' | 'user' = 'agent',
): SessionEvent => ({
  type: 'message_chunk',
  role,
  content: text(value),
  ...(messageId === undefined ? {} : { messageId }),
});
const tool = (call: ToolCallPatch): SessionEvent => ({ type: 'tool_call', call });
const denied = (toolCallId?: string): SessionEvent => ({
  type: 'permission_decided',
  subject: 'Run rm x',
  askedBy: 'claude',
  allowed: false,
  by: 'user',
  reason: 'you rejected it',
  ...(toolCallId === undefined ? {} : { toolCallId }),
});
const QUESTION: PermissionQuestion = {
  id: 'q1',
  askedBy: 'claude',
  request: run('ls'),
  title: 'Run ls',
  options: [],
};

/** Kind, text or status, and whether it is finished: one line per entry. */
function outline(state: SessionState): string[] {
  return state.entries.map((entry) => `${entry.done ? '' : '…'}${entry.kind} ${gistOf(entry)}`.trim());
}

function gistOf(entry: Entry): string {
  if (entry.kind === 'tool') return `${entry.call.title} ${entry.call.status}`.trim();
  if (entry.kind === 'turn_end') return entry.stopReason;
  return entry.text;
}

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
  expect(state.entries[3]).toMatchObject({ call: { startedAt: 5000, endedAt: 7000, kind: 'read' } });
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
  expect(state.entries[0]).toMatchObject({
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
    expect(state.entries).toMatchObject([
      { done: true, call: { status, title: 'late', endedAt: 1000, content: [{ terminalId: 'x' }] } },
    ]);
  },
);

test('the end of a turn closes everything that was left open', () => {
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
  expect(state.questions).toEqual([]);
  expect(state.entries[2]).toMatchObject({ call: { denied: 'you rejected it', endedAt: 7000 } });
  expect(state.entries.at(-1)).toMatchObject({ error: { message: 'gone' } });
});

test('a turn that never ended is closed by the next one', () => {
  const state = fold([START, chunk('a'), tool({ id: 'c', title: 'T', status: 'pending' }), START]);
  expect(outline(state)).toEqual(['prompt do\nit', 'message a', 'tool T cancelled', 'prompt do\nit']);
});

test('an update after the end of the turn tells how the call really ended', () => {
  const ended = fold([START, tool({ id: 'c', title: 'T', status: 'in_progress' }), END]);
  const late = fold([tool({ id: 'c', status: 'completed', output: 'x' })], ended);
  expect(outline(late)).toEqual(['prompt do\nit', 'tool T completed', 'turn_end end_turn']);
  expect(late.entries[1]).toMatchObject({ done: true, call: { output: 'x', endedAt: 3000 } });
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
  expect(state.entries[0]).toMatchObject({ call: { denied: 'you rejected it' } });
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

test('an event of a later version changes nothing', () => {
  const state = fold([START]);
  expect(reduce(state, { type: 'from_the_future', seq: 9, at: 9 } as unknown as StampedEvent)).toBe(state);
});

test('a session has its backend, which starts, is ready and goes', () => {
  const started: SessionEvent = {
    type: 'session_started',
    sessionId: 's',
    cwd: '/w',
    backend: 'b',
    mode: 'plan',
  };
  const starting: SessionEvent = { type: 'backend_starting', backend: 'claude', command: 'x' };
  const agent = { name: 'claude', version: '1' };
  const ready: SessionEvent = { type: 'backend_ready', backend: 'claude', agent, backendSessionId: 'x' };
  expect(fold([started])).toMatchObject({ sessionId: 's', cwd: '/w', backend: 'b', mode: 'plan' });
  expect(fold([started, starting])).toMatchObject({
    backend: 'claude',
    backendState: 'starting',
    agent: null,
  });
  expect(fold([starting, ready])).toMatchObject({ backendState: 'ready', agent });
  const asked: SessionEvent = { type: 'question_asked', question: QUESTION };
  const exited: SessionEvent = { type: 'backend_exited', backend: 'claude', reason: 'crash', stderr: '' };
  expect(fold([ready, asked, exited])).toMatchObject({ backendState: 'exited', questions: [] });
});

test('prompts queue up, and leave the queue one by one', () => {
  const queued = (id: string): SessionEvent => ({ type: 'prompt_queued', prompt: { id, text: id } });
  const state = fold([queued('a'), queued('b'), { type: 'prompt_dequeued', promptId: 'a' }]);
  expect(state.queue).toEqual([{ id: 'b', text: 'b' }]);
});

test('a turn says that it is being cancelled, and nothing does without a turn', () => {
  const cancelling: SessionEvent = { type: 'turn_cancelling', turnId: 't1' };
  expect(fold([START, cancelling]).turn).toEqual({ id: 't1', startedAt: 1000, cancelling: true });
  expect(fold([cancelling]).turn).toBeNull();
});

test('a question is open until it is closed', () => {
  const asked: SessionEvent = { type: 'question_asked', question: QUESTION };
  const other: SessionEvent = { type: 'question_asked', question: { ...QUESTION, id: 'q2' } };
  expect(fold([asked, other, { type: 'question_closed', questionId: 'q1' }]).questions).toMatchObject([
    { id: 'q2' },
  ]);
});

test.each<[string, SessionEvent, Partial<SessionState>]>([
  [
    'plan',
    { type: 'plan', entries: [{ content: 'a', priority: 'low', status: 'pending' }] },
    { plan: [{ content: 'a', priority: 'low', status: 'pending' }] },
  ],
  [
    'list of commands',
    { type: 'commands', commands: [{ name: 'init', description: '' }] },
    { commands: [{ name: 'init', description: '' }] },
  ],
  ['list of options', { type: 'config_options', options: [] }, { configOptions: [] }],
  ['title', { type: 'title', title: 'T' }, { title: 'T' }],
  ['mode', { type: 'mode_changed', mode: 'dontAsk' }, { mode: 'dontAsk' }],
])('a new %s replaces the one before', (_, event, part) => {
  expect(fold([event])).toEqual({ ...INITIAL_STATE, ...part });
});

test('a new turn begins without the plan of the last', () => {
  const plan: SessionEvent = {
    type: 'plan',
    entries: [{ content: 'a', priority: 'low', status: 'completed' }],
  };
  expect(fold([plan, START]).plan).toEqual([]);
});

test('usage adds up from updates that tell different things', () => {
  const state = fold([
    { type: 'usage', usage: { used: 1, size: 10 } },
    { type: 'usage', usage: { used: 2 } },
    { type: 'usage', usage: { cost: { amount: 1, currency: 'USD' } } },
  ]);
  expect(state.usage).toEqual({ used: 2, size: 10, cost: { amount: 1, currency: 'USD' } });
});

test('an MCP server keeps its place when its status changes', () => {
  const server = (name: string, state: 'starting' | 'ready'): SessionEvent =>
    ({ type: 'mcp_server', server: { name, state, tools: 0 } }) as SessionEvent;
  const state = fold([server('a', 'starting'), server('b', 'starting'), server('a', 'ready')]);
  expect(state.mcp).toMatchObject([
    { name: 'a', state: 'ready' },
    { name: 'b', state: 'starting' },
  ]);
});

test.each(['t', '__proto__', 'constructor', 'toString'])(
  'the terminal %s keeps the end of its output and its exit',
  (terminalId) => {
    const output = (value: string): SessionEvent => ({ type: 'terminal_output', terminalId, text: value });
    const long = 'x'.repeat(70_000);
    const state = fold([
      output('a'),
      output(long),
      output('end'),
      { type: 'terminal_exited', terminalId, exitCode: 1, signal: null },
    ]);
    const terminal = Object.getOwnPropertyDescriptor(state.terminals, terminalId)?.value;
    expect(terminal).toEqual({
      output: `${long}end`.slice(-65_536),
      exitCode: 1,
      signal: null,
      running: false,
    });
    expect(Object.getPrototypeOf(state.terminals)).toBe(Object.prototype);
  },
);

test('unchanged parts keep their identity, so that they need not be drawn again', () => {
  const before = fold([START, chunk('a'), tool({ id: 'c', title: 'T', status: 'completed' })]);
  const after = fold([chunk('b')], before);
  expect(after.entries.slice(0, 3).every((entry, index) => entry === before.entries[index])).toBe(true);
  expect(after.plan).toBe(before.plan);
  expect(after.terminals).toBe(before.terminals);
});

test('20,000 chunks and 2,000 tool calls are folded at once', () => {
  let state = INITIAL_STATE;
  let seq = 0;
  const started = performance.now();
  const next = (event: SessionEvent) => {
    seq += 1;
    state = reduce(state, { ...event, seq, at: seq });
  };
  for (let call = 0; call < 2000; call += 1) {
    next(tool({ id: `c${call}`, title: 'T', status: 'pending' }));
    for (let piece = 0; piece < 10; piece += 1) next(chunk('some words ', `m${call}`));
    next({ type: 'terminal_output', terminalId: 't', text: 'a line of output\n' });
    next(tool({ id: `c${call}`, status: 'completed' }));
  }
  expect(state.entries).toHaveLength(4000);
  expect(performance.now() - started).toBeLessThan(3000);
});
