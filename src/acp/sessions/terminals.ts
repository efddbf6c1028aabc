import { randomUUID } from 'node:crypto';
import { onAbort } from '../../core/abort.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import { runTerminal, type Terminal, type TerminalOptions } from '../../platform/run-terminal.ts';

const FLUSH_MS = 50;
/** What is shown of one flush: a command that writes faster than anybody reads must not drown everything else. */
const FLUSH_CHARS = 32 * 1024;

/** The commands that an agent has simse run. */
export interface AgentTerminals {
  /**
   * Starts one, whose command line people read as `line`; what it writes goes out as events. Ends when the signal aborts, if
   * there is one. Resolves with its id.
   */
  create(options: TerminalOptions & { line: string }, signal: AbortSignal | null): Promise<string>;
  /** Whether it is, or was, one of these. */
  has(terminalId: string): boolean;
  find(terminalId: string): Terminal | undefined;
  /** Ends the command and forgets the id. What it wrote has been shown and stays on the screen. */
  release(terminalId: string): Promise<void>;
  releaseAll(): Promise<void>;
}

export function createTerminals(emit: EmitEvent): AgentTerminals {
  const terminals = new Map<string, Terminal>();
  const known = new Set<string>();
  const starting = new Set<Promise<unknown>>();

  const release = async (terminalId: string): Promise<void> => {
    const terminal = terminals.get(terminalId);
    terminals.delete(terminalId);
    await terminal?.kill();
  };

  const create: AgentTerminals['create'] = async (options, signal) => {
    const terminalId = `terminal-${randomUUID()}`;
    const live = createLiveText((text) => emit({ type: 'terminal_output', terminalId, text }));
    const terminal = await runTerminal(options, live.add);
    emit({ type: 'terminal_started', terminalId, command: options.line, cwd: options.cwd });
    terminals.set(terminalId, terminal);
    known.add(terminalId);
    // Starting takes a moment, in which the turn may have been cancelled.
    const stopListening = onAbort(signal, () => void terminal.kill());
    void terminal.exited.then(({ exitCode, signal: endedBy }) => {
      stopListening();
      live.end();
      emit({ type: 'terminal_exited', terminalId, exitCode, signal: endedBy });
    });
    return terminalId;
  };

  return {
    create(options, signal) {
      const created = create(options, signal);
      starting.add(created);
      return created.finally(() => starting.delete(created));
    },
    has: (terminalId) => known.has(terminalId),
    find: (terminalId) => terminals.get(terminalId),
    release,
    async releaseAll() {
      await Promise.allSettled(starting);
      await Promise.all([...terminals.keys()].map(release));
    },
  };
}

interface LiveText {
  add(text: string): void;
  /** Hands over what is left. */
  end(): void;
}

/** Collects text and hands it on at most every FLUSH_MS, the end of it where it is too much. */
export function createLiveText(show: (text: string) => void): LiveText {
  let pending = '';
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pending !== '') show(pending);
    pending = '';
  };

  return {
    add(text) {
      pending = (pending + text).slice(-FLUSH_CHARS);
      timer ??= setTimeout(flush, FLUSH_MS);
    },
    end: flush,
  };
}
