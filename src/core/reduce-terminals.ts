import type { SessionEvent, StampedEvent } from './events.ts';
import type { SessionState, TerminalState } from './session-state.ts';

/** How much of the end of a terminal's output the state keeps, in UTF-16 units. */
const TAIL_CHARS = 64 * 1024;
/** Of one that has ended, once there are so many newer ones. */
const OLD_TAIL_CHARS = 4 * 1024;
const WHOLE_TERMINALS = 50;

type Terminals = SessionState['terminals'];
export type TerminalEvent = Extract<
  SessionEvent,
  { type: 'terminal_started' | 'terminal_output' | 'terminal_exited' }
>;

export function isTerminalEvent(event: StampedEvent): event is StampedEvent & TerminalEvent {
  return (
    event.type === 'terminal_output' || event.type === 'terminal_started' || event.type === 'terminal_exited'
  );
}

/** Folds an event into the terminals that it tells of. */
export function reduceTerminals(terminals: Terminals, event: TerminalEvent): Terminals {
  const { terminalId } = event;
  // An agent may name a terminal after something that every object has.
  const before = Object.hasOwn(terminals, terminalId) ? terminals[terminalId] : undefined;
  return { ...terminals, [terminalId]: reduceTerminal(before, event) };
}

/** Folds an event into its terminal, which may be a new one. */
export function reduceTerminal(terminal: TerminalState | undefined, event: TerminalEvent): TerminalState {
  const before = terminal ?? { output: '', exitCode: null, signal: null, running: true };
  switch (event.type) {
    case 'terminal_started':
      return { ...before, command: event.command, cwd: event.cwd };
    case 'terminal_output':
      return keepTail({ ...before, output: before.output + event.text }, TAIL_CHARS);
    case 'terminal_exited':
      return { ...before, exitCode: event.exitCode, signal: event.signal, running: false };
  }
}

/** Of old terminals that have ended only the tail, so that what a session keeps does not grow with everything it ran. */
export function forgetOldOutput(terminals: Terminals): Terminals {
  const old = Object.entries(terminals).slice(0, -WHOLE_TERMINALS);
  const long = old.filter(([, { running, output }]) => !running && output.length > OLD_TAIL_CHARS);
  if (long.length === 0) return terminals;
  const cut = long.map(([id, terminal]) => [id, keepTail(terminal, OLD_TAIL_CHARS)] as const);
  return { ...terminals, ...Object.fromEntries(cut) };
}

function keepTail(terminal: TerminalState, chars: number): TerminalState {
  const { output, omitted = 0 } = terminal;
  const left = output.length - chars;
  return left <= 0 ? terminal : { ...terminal, output: output.slice(-chars), omitted: omitted + left };
}
