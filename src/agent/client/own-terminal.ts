import { messageOf, SimseError } from '../../core/errors.ts';
import { unlessAborted } from '../../core/unless-aborted.ts';
import { runTerminal, type TerminalOptions } from '../../platform/run-terminal.ts';
import type { CommandTerminal } from './client-terminal.ts';

/** Runs a command in this process's own care, for a client that has no terminals. Rejects with a SimseError. */
export async function startOwnTerminal(options: TerminalOptions): Promise<CommandTerminal> {
  const terminal = await runTerminal(options, () => {}).catch((cause: unknown) => {
    throw cause instanceof SimseError ? cause : new SimseError('tool_failed', messageOf(cause), { cause });
  });
  return {
    content: [],
    output: () => Promise.resolve(terminal.snapshot()),
    waitForExit: (signal) => unlessAborted(terminal.exited, signal),
    // Whoever releases it waits for nothing, and a group that could not be ended is ended with this process.
    release: () => void terminal.kill().catch(() => {}),
  };
}
