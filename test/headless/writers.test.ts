import { expect, test } from 'vitest';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { INITIAL_STATE, reduce } from '../../src/core/state/reduce.ts';
import { createRunSummary } from '../../src/headless/run-summary.ts';
import {
  createJsonWriter,
  createStreamJsonWriter,
  createTextWriter,
  type RunWriter,
} from '../../src/headless/run-writers.ts';

const say = (text: string): SessionEvent => ({
  type: 'message_chunk',
  role: 'agent',
  content: { type: 'text', text },
});
const tool = (id: string, status: 'pending' | 'completed'): SessionEvent => ({
  type: 'tool_call',
  call: { id, title: 'Read a', status },
});

function run(events: SessionEvent[], writer: RunWriter, now = () => 0) {
  const summary = createRunSummary(now);
  let state = INITIAL_STATE;
  let out = '';
  events.forEach((event, index) => {
    const stamped = { ...event, seq: index + 1, at: 0 };
    state = reduce(state, stamped);
    summary.add(stamped);
    out += writer.event(stamped);
  });
  const ended = summary.finish(state, { stopReason: 'end_turn' }, null);
  return { out: out + writer.end(ended.result), ...ended };
}

const TEXTS: [string, SessionEvent[], string][] = [
  ['is the answer, ended by a line break', [say('hel'), say('lo')], 'hello\n'],
  ['gets no second line break', [say('hello\n')], 'hello\n'],
  ['is empty when the agent said nothing', [tool('1', 'completed')], ''],
  [
    'has what is said after a tool as a paragraph of its own',
    [say('one'), tool('1', 'completed'), say('two')],
    'one\n\ntwo\n',
  ],
  [
    'leaves thoughts out',
    [{ type: 'message_chunk', role: 'thought', content: { type: 'text', text: 'hm' } }, say('hi')],
    'hi\n',
  ],
  ['loses escape sequences', [say('a\u001b[31mb\u001b]0;title\u0007c')], 'abc\n'],
  [
    'loses an escape sequence that is split between two pieces',
    [say('a\u001b[3'), say('1mb\u001b]52;c;AAAA'), say('BB\u0007c')],
    'abc\n',
  ],
  ['keeps text behind a lone escape at the end', [say('a\u001b')], 'a\n'],
];
test.each(TEXTS)('the text on stdout %s', (_title, events, expected) => {
  expect(run(events, createTextWriter()).out).toBe(expected);
});

test('json is one object with the answer, its tool calls and what was denied', () => {
  const denied: SessionEvent = {
    type: 'permission_decided',
    subject: 'Run npm test',
    askedBy: 'claude',
    toolCallId: '1',
    allowed: false,
    by: 'no_terminal',
    reason: 'because',
  };
  const { out, exitCode } = run(
    [
      say('one'),
      tool('1', 'pending'),
      denied,
      { type: 'tool_call', call: { id: '1', status: 'failed' } },
      say('two'),
    ],
    createJsonWriter(),
  );
  expect(out.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(out)).toMatchObject({
    type: 'result',
    subtype: 'success',
    result: 'one\n\ntwo',
    tool_calls: [{ id: '1', title: 'Read a', status: 'failed', error: 'because' }],
    permission_denials: [{ subject: 'Run npm test', asked_by: 'claude', reason: 'because' }],
  });
  expect(exitCode).toBe(5);
});

test('stream-json has a line for everything that happens and ends with the result', () => {
  const { out } = run(
    [say('hi'), tool('1', 'pending'), tool('1', 'completed')],
    createStreamJsonWriter('s1'),
  );
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { type: string });
  expect(lines.map(({ type }) => type)).toEqual(['message', 'tool_call', 'tool_result', 'result']);
});

const PROGRESS: SessionEvent = {
  type: 'tool_progress',
  tool: 'files/copy',
  run: 1,
  toolCallId: '1',
  progress: 2,
  total: 5,
  message: 'a\u009b2J.txt',
};

test('how far a call is, is a line of stream-json; the text says nothing of it', () => {
  const { out } = run([PROGRESS], createStreamJsonWriter('s1'));
  expect(out.split('\n')[0]).toBe(
    '{"type":"tool_progress","tool":"files/copy","run":1,"tool_call_id":"1","progress":2,"total":5,"message":"a\\u009b2J.txt","at":0}',
  );
  expect(run([say('one'), PROGRESS, say('two')], createTextWriter()).out).toBe('onetwo\n');
});

test('json tells controls by number, so that a terminal does not act on them', () => {
  const { out } = run([say('a\u009b31m\u202eb\u001b[1m')], createJsonWriter());
  expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  expect(JSON.parse(out)).toMatchObject({ result: 'a\u009b31m\u202eb\u001b[1m' });
});

const ENDINGS: [
  string,
  string,
  Parameters<ReturnType<typeof createRunSummary>['finish']>[2],
  number,
  string,
][] = [
  ['a turn that ended by itself is 0', 'end_turn', null, 0, 'success'],
  ['a refusal is 1', 'refusal', null, 1, 'error'],
  ['a turn that hit the token limit is 3', 'max_tokens', null, 3, 'limit'],
  ['a turn that hit the turn limit is 3', 'max_turn_requests', null, 3, 'limit'],
  ['a run over its time is 3', 'cancelled', { code: 'timeout', message: '' }, 3, 'limit'],
  ['an interrupted run is 130', 'cancelled', { code: 'interrupted', message: '' }, 130, 'cancelled'],
  ['a terminated run is 143', 'cancelled', { code: 'terminated', message: '' }, 143, 'cancelled'],
  ['a run that needs a login is 6', 'error', { code: 'auth_required', message: '' }, 6, 'error'],
  ['a stop reason that nobody knows is a success', 'something_new', null, 0, 'success'],
];
test.each(ENDINGS)('%s', (_title, stopReason, cut, code, subtype) => {
  const { exitCode, result } = createRunSummary(() => 0).finish(INITIAL_STATE, { stopReason }, cut);
  expect([exitCode, result.subtype]).toEqual([code, subtype]);
});
