import type { StampedEvent } from './events.ts';
import { INITIAL_STATE, reduce } from './reduce.ts';
import { isTerminalEvent, reduceTerminal } from './reduce-terminals.ts';
import type { Entry, SessionState, TerminalState } from './session-state.ts';

/**
 * The state after all of these events, as `reduce` makes it of one after the other. Nobody sees the states in between, so
 * their lists are not copied: what takes time grows with the events, not with their square.
 */
export function foldEvents(events: readonly StampedEvent[]): SessionState {
  const terminals = new Map<string, TerminalState>();
  let state: SessionState = { ...INITIAL_STATE, entries: new OwnEntries() };
  for (const event of events) {
    if (isTerminalEvent(event))
      terminals.set(event.terminalId, reduceTerminal(terminals.get(event.terminalId), event));
    else state = reduce(state, event);
  }
  return { ...state, entries: Array.from(state.entries), terminals: Object.fromEntries(terminals) };
}

/** Entries with one owner, who has no need of the list as it was before a change. */
class OwnEntries extends Array<Entry> {
  /** Parts of it are lists of their own. */
  static override get [Symbol.species]() {
    return Array;
  }

  override with(index: number, entry: Entry): Entry[] {
    this[index < 0 ? this.length + index : index] = entry;
    return this;
  }

  override concat(...added: (Entry | ConcatArray<Entry>)[]): Entry[] {
    const plain: Entry[] = [];
    this.push(...plain.concat(...added));
    return this;
  }
}
