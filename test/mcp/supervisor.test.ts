import { expect, test } from 'vitest';
import {
  initialSupervisorState,
  type RestartPolicy,
  type SupervisorEvent,
  type SupervisorState,
  supervise,
} from '../../src/mcp/server/supervisor.ts';

const POLICY: RestartPolicy = { restart: true, delaysMs: [1000, 2000], healthyMs: 60_000, renewalMs: 5000 };

function play(events: SupervisorEvent[], policy = POLICY, enabled = true): SupervisorState {
  return events.reduce(
    (state, event) => supervise(state, event, policy).state,
    initialSupervisorState(enabled),
  );
}

const START: SupervisorEvent = { type: 'start', at: 0 };
const connected = (generation: number, at = 10): SupervisorEvent => ({ type: 'connected', generation, at });
const retry = (generation: number): SupervisorEvent => ({ type: 'retry', generation, at: 100 });
const lost = (generation: number, at = 20): SupervisorEvent => {
  return { type: 'lost', generation, at, reason: 'exited with code 3', remedy: 'restart' };
};

test('a server starts, gets ready and remembers when', () => {
  const { state, effect } = supervise(initialSupervisorState(true), START, POLICY);
  expect(effect).toEqual({ type: 'connect', generation: 1 });
  expect(supervise(state, connected(1, 250), POLICY)).toEqual({
    state: { ...state, phase: 'ready', readyAt: 250 },
  });
});

test('each failure in a row waits longer, after the last delay the server is given up', () => {
  let state = play([START, connected(1)]);
  const waits: unknown[] = [];
  for (const generation of [1, 2, 3]) {
    const { state: after, effect } = supervise(state, lost(generation), POLICY);
    waits.push(effect ?? after.phase);
    state = supervise(after, retry(generation), POLICY).state;
  }
  expect(waits).toEqual([
    { type: 'wait', generation: 1, delayMs: 1000 },
    { type: 'wait', generation: 2, delayMs: 2000 },
    'failed',
  ]);
  expect(state).toMatchObject({ restarts: 2, detail: 'exited with code 3; gave up after 2 restarts' });
});

test('a minute of health lets the delays begin again, a second does not', () => {
  const second = play([START, lost(1), retry(1), connected(2, 1000)]);
  expect(supervise(second, lost(2, 2000), POLICY).effect).toMatchObject({ delayMs: 2000 });
  expect(supervise(second, lost(2, 61_000), POLICY).effect).toMatchObject({ delayMs: 1000 });
});

test.each([
  ['restart is off', { ...POLICY, restart: false }, 'restart', 'failed'],
  ['nothing can help', POLICY, 'none', 'failed'],
  ['a login is needed', POLICY, 'login', 'needs_auth'],
] as const)('it is not tried again when %s', (_title, policy, remedy, phase) => {
  const event = { ...lost(1), remedy } as SupervisorEvent;
  expect(supervise(play([START]), event, policy)).toEqual({
    state: expect.objectContaining({ phase, detail: 'exited with code 3' }),
  });
});

test.each([
  ['news of an older connection', [START, lost(1), retry(1), connected(2)], lost(1)],
  ['a start while it runs', [START], START],
  ['a timer that fires after a start by hand', [START, lost(1), START], retry(1)],
  ['a connection that comes after the stop', [START, { type: 'stop' }], connected(1)],
  ['a start after the stop', [START, { type: 'stop' }], START],
] as [string, SupervisorEvent[], SupervisorEvent][])('%s changes nothing', (_title, before, event) => {
  const state = play(before);
  expect(supervise(state, event, POLICY)).toEqual({ state });
});

test('a disabled server stays so until it is enabled', () => {
  const restart: SupervisorEvent = { type: 'restart', at: 0 };
  expect(play([START, restart, { type: 'log_out' }], POLICY, false).phase).toBe('disabled');
  expect(play([{ type: 'enable', at: 0 }], POLICY, false).phase).toBe('starting');
  expect(play([START, connected(1), { type: 'disable' }, START]).phase).toBe('disabled');
});

test('a session that expired is renewed at once, without a failure, but not again and again', () => {
  const renew = (generation: number, at: number): SupervisorEvent => {
    return { type: 'lost', generation, at, reason: 'session expired', remedy: 'renew' };
  };
  const ready = play([START, connected(1, 10_000)]);
  const renewed = supervise(ready, renew(1, 20_000), POLICY);
  expect(renewed).toMatchObject({
    state: { phase: 'starting', failures: 0, restarts: 0, isMissed: false },
    effect: { type: 'connect', generation: 2 },
  });
  const again = supervise(renewed.state, connected(2, 20_010), POLICY).state;
  expect(supervise(again, renew(2, 21_000), POLICY).effect).toMatchObject({ type: 'wait', delayMs: 1000 });
  expect(supervise(again, renew(2, 26_000), POLICY).effect).toMatchObject({ type: 'connect' });
});

test('a server that asks to be left alone for longer than the schedule has it, is', () => {
  const busy: SupervisorEvent = { ...lost(1), delayMs: 30_000 } as SupervisorEvent;
  expect(supervise(play([START]), busy, POLICY).effect).toMatchObject({ delayMs: 30_000 });
});

test('a start by hand forgets earlier failures', () => {
  const state = play([START, lost(1), retry(1), lost(2), START]);
  expect(state).toMatchObject({ phase: 'starting', failures: 0, generation: 3 });
});
