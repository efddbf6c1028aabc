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
  /** Attempts made by the supervisor itself. */
  restarts: number;
  /** When the current attempt began, and when it became ready. */
  startedAt: number;
  readyAt: number;
  /** Why it is not ready, one line. */
  detail: string | null;
}

/** What can bring a lost server back. */
export type Remedy = 'restart' | 'login' | 'none';

export type SupervisorEvent =
  | { type: 'start'; at: number }
  | { type: 'connected'; generation: number; at: number }
  | { type: 'lost'; generation: number; at: number; reason: string; remedy: Remedy }
  | { type: 'retry'; generation: number; at: number }
  /** Ends what there is; the next start begins as if nothing had failed before. */
  | { type: 'reset'; enabled: boolean }
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
}

export interface Transition {
  state: SupervisorState;
  effect?: SupervisorEffect;
}

export const RESTART_DELAYS_MS: readonly number[] = [1000, 2000, 4000, 8000, 16_000];
export const HEALTHY_MS = 60_000;

export function initialSupervisorState(enabled: boolean): SupervisorState {
  const phase = enabled ? 'idle' : 'disabled';
  return { phase, generation: 0, failures: 0, restarts: 0, startedAt: 0, readyAt: 0, detail: null };
}

/** Total: an event that does not fit the phase, or comes from an older generation, changes nothing. */
export function supervise(state: SupervisorState, event: SupervisorEvent, policy: RestartPolicy): Transition {
  if (state.phase === 'stopped' || (state.phase === 'disabled' && event.type !== 'reset')) return { state };
  if ('generation' in event && event.generation !== state.generation) return { state };
  switch (event.type) {
    case 'start':
      return isRunning(state) ? { state } : connect({ ...state, failures: 0 }, event.at);
    case 'connected':
      if (state.phase !== 'starting') return { state };
      return { state: { ...state, phase: 'ready', readyAt: event.at, detail: null } };
    case 'retry':
      if (state.phase !== 'backing_off') return { state };
      return connect({ ...state, restarts: state.restarts + 1 }, event.at);
    case 'lost':
      return isRunning(state) ? recover(state, event, policy) : { state };
    case 'reset':
      return { state: { ...state, phase: event.enabled ? 'idle' : 'disabled', failures: 0, detail: null } };
    case 'stop':
      return { state: { ...state, phase: 'stopped', detail: null } };
  }
}

function isRunning({ phase }: SupervisorState): boolean {
  return phase === 'starting' || phase === 'ready';
}

function connect(state: SupervisorState, at: number): Transition {
  const generation = state.generation + 1;
  return {
    state: { ...state, phase: 'starting', generation, startedAt: at, detail: null },
    effect: { type: 'connect', generation },
  };
}

function recover(
  state: SupervisorState,
  event: Extract<SupervisorEvent, { type: 'lost' }>,
  policy: RestartPolicy,
): Transition {
  const detail = event.reason;
  if (event.remedy === 'login') return { state: { ...state, phase: 'needs_auth', detail } };
  if (event.remedy === 'none' || !policy.restart) return { state: { ...state, phase: 'failed', detail } };

  const wasHealthy = state.phase === 'ready' && event.at - state.readyAt >= policy.healthyMs;
  const failures = wasHealthy ? 0 : state.failures;
  const delayMs = policy.delaysMs[failures];
  if (delayMs === undefined) {
    return { state: { ...state, phase: 'failed', detail: `${detail}; gave up after ${failures} restarts` } };
  }
  return {
    state: { ...state, phase: 'backing_off', failures: failures + 1, detail },
    effect: { type: 'wait', generation: state.generation, delayMs },
  };
}
