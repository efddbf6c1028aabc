import type { TerminalExitStatus, ToolCallContent } from '@agentclientprotocol/sdk';
import { SimseError } from '../../core/errors.ts';
import type { CommandTerminal } from '../client/session-client.ts';

/** By as much of its end the output that was seen is found again in one whose beginning was dropped. */
const ANCHOR_CHARS = 400;

/**
 * What was written since the last look. The client keeps only the end of a long output, so what was seen may have moved;
 * where it cannot be found any more, all that is kept is new.
 */
export function newOutput(seen: string, now: string): { text: string; isBroken: boolean } {
  if (now.startsWith(seen)) return { text: now.slice(seen.length), isBroken: false };
  const anchor = seen.slice(-ANCHOR_CHARS);
  const at = now.indexOf(anchor);
  if (at < 0) return { text: now, isBroken: true };
  return { text: now.slice(at + anchor.length), isBroken: false };
}

const MAX_RUNNING = 16;

/** What a look at a command shows. */
interface CommandOutput {
  /** What it wrote since the last look. */
  text: string;
  /** Between the last look and this text something is missing. */
  isBroken: boolean;
  /** null while it runs. */
  exit: TerminalExitStatus | null;
}

/** A command that runs beside the conversation, in a terminal of the client's. */
export interface BackgroundCommand {
  readonly id: string;
  readonly line: string;
  /** What shows it with a tool call. */
  readonly content: ToolCallContent[];
  /** Resolves when it has ended, or when that can no longer be known. */
  readonly ended: Promise<void>;
  look(): Promise<CommandOutput>;
  /** Ends it, if it still runs, and everything that it started. */
  stop(): void;
}

/** The commands that a session has in the background. Disposing ends them. */
export interface BackgroundCommands extends AsyncDisposable {
  /** Throws `limit` when too many run already; to be called before the command is begun. */
  requireRoom(): void;
  add(line: string, terminal: CommandTerminal): BackgroundCommand;
  /** Throws `not_found` with those that there are. */
  find(id: string): BackgroundCommand;
  /** A sentence for each that has ended by itself without anybody having seen it. Told once. */
  news(): string[];
}

interface Entry extends BackgroundCommand {
  readonly terminal: CommandTerminal;
  exit: TerminalExitStatus | null;
  endIsKnown: boolean;
}

export function createBackgroundCommands(): BackgroundCommands {
  const closing = new AbortController();
  const entries = new Map<string, Entry>();
  const running = (): Entry[] => [...entries.values()].filter(({ exit }) => exit === null);

  return {
    requireRoom() {
      if (running().length < MAX_RUNNING) return;
      throw new SimseError('limit', `${MAX_RUNNING} commands run in the background already; stop one first.`);
    },
    add(line, terminal) {
      const entry = createEntry(`bg_${entries.size + 1}`, line, terminal, closing.signal);
      entries.set(entry.id, entry);
      return entry;
    },
    find(id) {
      const found = entries.get(id);
      if (found !== undefined) return found;
      const known = entries.size === 0 ? 'none' : [...entries.keys()].join(', ');
      throw new SimseError('not_found', `There is no background command ${id}; known: ${known}.`);
    },
    news() {
      const untold = [...entries.values()].filter(({ exit, endIsKnown }) => exit !== null && !endIsKnown);
      return untold.map((entry) => {
        entry.endIsKnown = true;
        return `The background command ${entry.id} (${entry.line}) has ended: ${describeExit(entry.exit)}. shell_output shows what it wrote.`;
      });
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new SimseError('cancelled', 'the session was closed'));
      for (const { terminal } of entries.values()) terminal.release();
    },
  };
}

function createEntry(id: string, line: string, terminal: CommandTerminal, closing: AbortSignal): Entry {
  let seen = '';
  let isStopped = false;
  const entry: Entry = {
    id,
    line,
    terminal,
    content: terminal.content,
    exit: null,
    endIsKnown: false,
    // A client that cannot tell any more has ended it, or has gone.
    ended: terminal.waitForExit(closing).then(
      (exit) => void (entry.exit = exit),
      () => void (entry.exit ??= {}),
    ),
    async look() {
      const { exit } = entry;
      if (isStopped) return { text: '', isBroken: false, exit };
      const { output } = await terminal.output();
      const fresh = newOutput(seen, output);
      seen = output;
      entry.endIsKnown = exit !== null;
      return { ...fresh, exit };
    },
    stop() {
      isStopped = true;
      entry.exit ??= {};
      entry.endIsKnown = true;
      terminal.release();
    },
  };
  return entry;
}

/** How a command ended, as the end of a sentence. */
export function describeExit(exit: TerminalExitStatus | null): string {
  if (exit?.signal != null) return `ended by ${exit.signal}`;
  return exit?.exitCode == null ? 'ended' : `exit code ${exit.exitCode}`;
}
