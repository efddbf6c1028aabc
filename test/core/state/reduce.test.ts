import { expect, test } from 'vitest';
import type { SessionEvent, StampedEvent } from '../../../src/core/state/events.ts';
import { INITIAL_STATE, reduce } from '../../../src/core/state/reduce.ts';
import type { SessionState } from '../../../src/core/state/session-state.ts';
import { watchCpu } from '../../helpers/watch-cpu.ts';
import { chunk, fold, QUESTION, START, tool } from '../fold-events.ts';

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

test('what an MCP server asks stays open when the backend goes', () => {
  const elicitation = (id: string, askedBy: string): SessionEvent => ({
    type: 'elicitation_asked',
    elicitation: { id, askedBy, request: { mode: 'form', message: '', fields: [] } },
  });
  const exited: SessionEvent = { type: 'backend_exited', backend: 'claude', reason: 'crash', stderr: '' };
  const { elicitations } = fold([elicitation('1', 'claude'), elicitation('2', 'shop'), exited]);
  expect(elicitations).toMatchObject([{ id: '2', askedBy: 'shop' }]);
});

test('prompts queue up, and leave the queue one by one', () => {
  const queued = (id: string): SessionEvent => ({ type: 'prompt_queued', prompt: { id, text: id } });
  const state = fold([queued('a'), queued('b'), { type: 'prompt_dequeued', promptId: 'a' }]);
  expect(state.queue).toEqual([{ id: 'b', text: 'b' }]);
});

test('a turn says that it is being cancelled, and nothing does without a turn', () => {
  const cancelling: SessionEvent = { type: 'turn_cancelling', turnId: 't1' };
  expect(fold([START, cancelling]).turn).toEqual({
    id: 't1',
    startedAt: 1000,
    cancelling: true,
    cancellingSince: 2000,
  });
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
  ['title of the user’s own', { type: 'title', title: 'T', by: 'user' }, { title: 'T', isNamed: true }],
  ['mode', { type: 'mode_changed', mode: 'bypassPermissions' }, { mode: 'bypassPermissions' }],
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
    const begun = [...fold([output('a')]).terminals];
    expect(begun).toEqual([{ id: terminalId, output: 'a', exitCode: null, signal: null, running: true }]);
    const state = fold([
      output('a'),
      output(long),
      output('end'),
      { type: 'terminal_exited', terminalId, exitCode: 1, signal: null },
    ]);
    expect(state.terminals.last(terminalId)).toEqual({
      id: terminalId,
      output: `${long}end`.slice(-65_536),
      omitted: long.length + 4 - 65_536,
      exitCode: 1,
      signal: null,
      running: false,
    });
    expect(state.terminals).toHaveLength(1);
  },
);

test('unchanged parts keep their identity, so that they need not be drawn again', () => {
  const before = fold([START, chunk('a'), tool({ id: 'c', title: 'T', status: 'completed' })]);
  const after = fold([chunk('b')], before);
  expect(after.entries.slice(0, 3).every((entry, index) => entry === before.entries.at(index))).toBe(true);
  expect(after.plan).toBe(before.plan);
  expect(after.terminals).toBe(before.terminals);
});

test('20,000 chunks and 2,000 tool calls are folded at once', () => {
  let state = INITIAL_STATE;
  let seq = 0;
  const cpuMs = watchCpu();
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
  expect(cpuMs()).toBeLessThan(3000);
});
