import type { SessionEvent, StampedEvent } from '../core/state/events.ts';
import { INITIAL_STATE, reduce } from '../core/state/reduce.ts';
import { forgetOutputAfter } from '../core/state/reduce-terminals.ts';
import type { SessionState } from '../core/state/session-state.ts';

export interface EventStream {
  emit(event: SessionEvent): void;
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: StampedEvent) => void): () => void;
}

/**
 * Numbers and stamps every event of a session, folds it into the state, then tells the listeners in order. An event that
 * a listener emits is delivered after the one it was told of. It goes on from `restored`, where there is one.
 */
export function createEventStream(restored: { state: SessionState; seq: number } | null): EventStream {
  let state = restored?.state ?? INITIAL_STATE;
  let seq = restored?.seq ?? 0;
  const undelivered: SessionEvent[] = [];
  let delivering = false;
  const stateListeners = new Set<() => void>();
  const eventListeners = new Set<(event: StampedEvent) => void>();

  const deliver = (event: SessionEvent) => {
    seq += 1;
    const stamped: StampedEvent = { ...event, seq, at: Date.now() };
    const before = state;
    state = reduceBounded(state, stamped);
    for (const listener of eventListeners) listener(stamped);
    if (state !== before) for (const listener of stateListeners) listener();
  };

  return {
    emit(event) {
      undelivered.push(event);
      if (delivering) return;
      delivering = true;
      try {
        for (let next = undelivered.shift(); next !== undefined; next = undelivered.shift()) deliver(next);
      } finally {
        delivering = false;
      }
    },
    getState: () => state,
    subscribe: (listener) => addTo(stateListeners, listener),
    onEvent: (listener) => addTo(eventListeners, listener),
  };
}

/** A state that is kept for as long as the session goes on. */
function reduceBounded(before: SessionState, event: StampedEvent): SessionState {
  const state = reduce(before, event);
  if (state.terminals === before.terminals || !('terminalId' in event)) return state;
  return { ...state, terminals: forgetOutputAfter(state.terminals, event.terminalId) };
}

function addTo<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => {
    set.delete(item);
  };
}
