import type { StampedEvent } from './events.ts';
import { INITIAL_STATE, reduce } from './reduce.ts';
import { closeAllEntries } from './reduce-entries.ts';
import { forgetOldOutput } from './reduce-terminals.ts';
import { type SessionState, type TerminalList, terminalsOf } from './session-state.ts';

/** The state after all of these events. */
export function foldEvents(events: readonly StampedEvent[]): SessionState {
  return events.reduce(reduce, INITIAL_STATE);
}

/**
 * The state of a recorded session, ready to be continued: what was said and done, and nothing that belonged to the run
 * that has ended, such as open questions and running servers.
 */
export function restoreState(events: readonly StampedEvent[]): SessionState {
  const last = foldEvents(events);
  const at = events.at(-1)?.at ?? 0;
  const closed = closeAllEntries(last.turn === null ? last : endTurn(last, at), at);
  const { entries, compaction, title, isNamed, plan, mode, usage, spent, sessionId, cwd, backend } = closed;
  return {
    ...INITIAL_STATE,
    entries,
    compaction,
    title,
    isNamed,
    plan,
    mode,
    usage,
    spent,
    sessionId,
    cwd,
    backend,
    backendSessionId: closed.backendSessionId,
    terminals: endTerminals(closed.terminals),
  };
}

/** What ran then runs no longer. */
function endTerminals(terminals: TerminalList): TerminalList {
  return forgetOldOutput(terminalsOf(terminals.map((terminal) => ({ ...terminal, running: false }))));
}

function endTurn(state: SessionState, at: number): SessionState {
  const turnId = state.turn?.id ?? '';
  return reduce(state, { type: 'turn_ended', turnId, stopReason: 'cancelled', seq: 0, at });
}
