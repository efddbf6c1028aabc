import type { SessionEvent, StampedEvent } from '../core/events.ts';
import { INITIAL_STATE, reduce } from '../core/reduce.ts';
import type { SessionState } from '../core/session-state.ts';

export interface EventStream {
  emit(event: SessionEvent): void;
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: StampedEvent) => void): () => void;
}

/** Numbers and stamps every event of a session, folds it into the state, then tells the listeners in order. */
export function createEventStream(now: () => number = Date.now): EventStream {
  let state = INITIAL_STATE;
  let seq = 0;
  const stateListeners = new Set<() => void>();
  const eventListeners = new Set<(event: StampedEvent) => void>();
  return {
    emit(event) {
      seq += 1;
      const stamped: StampedEvent = { ...event, seq, at: now() };
      const before = state;
      state = reduce(state, stamped);
      for (const listener of eventListeners) listener(stamped);
      if (state !== before) for (const listener of stateListeners) listener();
    },
    getState: () => state,
    subscribe: (listener) => addTo(stateListeners, listener),
    onEvent: (listener) => addTo(eventListeners, listener),
  };
}

function addTo<T>(set: Set<T>, item: T): () => void {
  set.add(item);
  return () => {
    set.delete(item);
  };
}
