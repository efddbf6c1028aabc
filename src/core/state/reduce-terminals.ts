import type { SessionEvent } from './events.ts';
import type { TerminalList, TerminalState } from './session-state.ts';

/** How much of the end of a terminal's output the state keeps, in UTF-16 units. */
const TAIL_CHARS = 64 * 1024;
/** Of one that has ended, once there are so many newer ones. */
const OLD_TAIL_CHARS = 4 * 1024;
const WHOLE_TERMINALS = 50;

export type TerminalUpdate = Extract<
  SessionEvent,
  { type: 'terminal_started' | 'terminal_output' | 'terminal_exited' }
>;

/** Folds an event into the terminal that it tells of, which may be a new one. */
export function reduceTerminals(terminals: TerminalList, event: TerminalUpdate): TerminalList {
  const id = event.terminalId;
  const index = terminals.lastIndexOf(id);
  const before = index < 0 ? undefined : terminals.at(index);
  const after = { ...reduceTerminal(before, event), id };
  return before === undefined ? terminals.append(after) : terminals.with(index, after);
}

function reduceTerminal(terminal: TerminalState | undefined, event: TerminalUpdate): TerminalState {
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
export function forgetOldOutput(terminals: TerminalList): TerminalList {
  return terminals
    .slice(0, Math.max(0, terminals.length - WHOLE_TERMINALS))
    .reduce((kept, { id }) => forgetOutput(kept, id), terminals);
}

/** As forgetOldOutput, after an event of this terminal: that one may have ended, or pushed another out of the newest. */
export function forgetOutputAfter(terminals: TerminalList, terminalId: string): TerminalList {
  const passed = terminals.at(Math.max(0, terminals.length - WHOLE_TERMINALS - 1));
  return forgetOutput(passed === undefined ? terminals : forgetOutput(terminals, passed.id), terminalId);
}

function forgetOutput(terminals: TerminalList, id: string): TerminalList {
  const index = terminals.lastIndexOf(id);
  const terminal = index < 0 || index >= terminals.length - WHOLE_TERMINALS ? undefined : terminals.at(index);
  if (terminal === undefined || terminal.running || terminal.output.length <= OLD_TAIL_CHARS)
    return terminals;
  return terminals.with(index, { ...keepTail(terminal, OLD_TAIL_CHARS), id });
}

function keepTail(terminal: TerminalState, chars: number): TerminalState {
  const { output, omitted = 0 } = terminal;
  const left = output.length - chars;
  return left <= 0 ? terminal : { ...terminal, output: output.slice(-chars), omitted: omitted + left };
}
