export const RESTART_DELAYS_MS: readonly number[] = [1000, 2000, 4000, 8000, 16_000];
export const HEALTHY_MS = 60_000;
export const RENEWAL_MS = 5000;
const NO_TROUBLE = { detail: null, hint: null };

/**
 * The life of one server as a pure state machine. What happened goes in; the next state and what has to be done come
 * out. Times are epoch milliseconds.
 */
export interface SupervisorState {
  phase: 'idle' | 'disabled' | 'starting' | 'ready' | 'backing_off' | 'needs_auth' | 'failed' | 'stopped';
  /** One more with every attempt to connect. Whatever reports an older one comes too late to matter. */
  generation: number;
  /** Attempts that ended since the server was last healthy. */
  failures: number;
  /** Attempts made by the supervisor itself, after something had failed. */
  restarts: number;
  /** When the current attempt began, and when it became ready. */
  startedAt: number;
  readyAt: number;
  /** When a connection was last renewed at once. */
  renewedAt: number;
  /** Whether it was lost in a way that users are told of, and has not come back since. */
  isMissed: boolean;
  /** Why it is not ready, one line. */
  detail: string | null;
  /** What the user can do about it. */
  hint: string | null;
  /** What went wrong last. */
  lastError: string | null;
}

/** What can bring a lost server back: a connection at once, the next try of a series, a login, or nothing. */
export type Remedy = 'renew' | 'restart' | 'login' | 'none';

export type SupervisorEvent =
  /** Somebody wants it to run. */
  | { type: 'start'; at: number }
  /** Somebody wants it to begin anew, whatever it does now. */
  | { type: 'restart'; at: number }
  | { type: 'enable'; at: number }
  | { type: 'disable' }
  | { type: 'log_out' }
  | { type: 'connected'; generation: number; at: number }
  | {
      type: 'lost';
      generation: number;
      at: number;
      reason: string;
      hint?: string;
      remedy: Remedy;
      /** The least time to leave it alone. */
      delayMs?: number;
    }
  | { type: 'retry'; generation: number; at: number }
  | { type: 'stop' };

type SupervisorEffect =
  | { type: 'connect'; generation: number }
  | { type: 'wait'; generation: number; delayMs: number };

export interface RestartPolicy {
  restart: boolean;
  /** How long to wait before each attempt in a row; after the last one it gives up. */
  delaysMs: readonly number[];
  /** A server that was ready for this long starts with no failures again. */
  healthyMs: number;
  /** A connection is renewed at once no more often than this. */
  renewalMs: number;
}

interface Transition {
  state: SupervisorState;
  effect?: SupervisorEffect;
}

export function initialSupervisorState(enabled: boolean): SupervisorState {
  return {
    phase: enabled ? 'idle' : 'disabled',
    generation: 0,
    failures: 0,
    restarts: 0,
    startedAt: 0,
    readyAt: 0,
    renewedAt: 0,
    isMissed: false,
    detail: null,
    hint: null,
    lastError: null,
  };
}

/** Total: an event that does not fit the phase, or comes from an older generation, changes nothing. */
export function supervise(state: SupervisorState, event: SupervisorEvent, policy: RestartPolicy): Transition {
  const { phase } = state;
  if (phase === 'stopped') return { state };
  if (phase === 'disabled' && event.type !== 'enable' && event.type !== 'stop') return { state };
  if ('generation' in event && event.generation !== state.generation) return { state };
  switch (event.type) {
    case 'start':
      return isRunning(state) ? { state } : connect({ ...state, failures: 0 }, event.at);
    case 'restart':
      return connect({ ...state, failures: 0 }, event.at);
    case 'enable':
      return phase === 'disabled' ? connect({ ...state, failures: 0 }, event.at) : { state };
    case 'connected':
      if (phase !== 'starting') return { state };
      return { state: { ...state, phase: 'ready', readyAt: event.at, isMissed: false, ...NO_TROUBLE } };
    case 'retry':
      if (phase !== 'backing_off') return { state };
      return connect({ ...state, restarts: state.restarts + 1 }, event.at);
    case 'lost':
      return isRunning(state) ? recover(state, event, policy) : { state };
    case 'disable':
      return { state: { ...state, phase: 'disabled', isMissed: false, ...NO_TROUBLE } };
    case 'log_out':
      return {
        state: { ...state, phase: 'needs_auth', isMissed: false, ...NO_TROUBLE, detail: 'was logged out' },
      };
    case 'stop':
      return { state: { ...state, phase: 'stopped', ...NO_TROUBLE } };
  }
}

function isRunning({ phase }: SupervisorState): boolean {
  return phase === 'starting' || phase === 'ready';
}

function connect(state: SupervisorState, at: number): Transition {
  const generation = state.generation + 1;
  return {
    state: { ...state, phase: 'starting', generation, startedAt: at, ...NO_TROUBLE },
    effect: { type: 'connect', generation },
  };
}

function recover(
  state: SupervisorState,
  event: Extract<SupervisorEvent, { type: 'lost' }>,
  policy: RestartPolicy,
): Transition {
  const { reason, hint = null, remedy, at, delayMs = 0 } = event;
  const canRenew = state.phase === 'ready' && at - state.renewedAt >= policy.renewalMs;
  if (remedy === 'renew' && canRenew) return connect({ ...state, renewedAt: at }, at);

  const lost = { ...state, isMissed: true, detail: reason, hint, lastError: reason };
  if (remedy === 'login') return { state: { ...lost, phase: 'needs_auth' } };
  if (remedy === 'none' || !policy.restart) return { state: { ...lost, phase: 'failed' } };

  const wasHealthy = state.phase === 'ready' && at - state.readyAt >= policy.healthyMs;
  const failures = wasHealthy ? 0 : state.failures;
  const scheduledMs = policy.delaysMs[failures];
  if (scheduledMs === undefined) {
    return { state: { ...lost, phase: 'failed', detail: `${reason}; gave up after ${failures} restarts` } };
  }
  return {
    state: { ...lost, phase: 'backing_off', failures: failures + 1 },
    effect: { type: 'wait', generation: state.generation, delayMs: Math.max(scheduledMs, delayMs) },
  };
}
