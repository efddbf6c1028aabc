import type { TerminalLender } from '../core/ports/session.ts';
import { runInteractive } from '../platform/run-interactive.ts';
import type { ProcessOptions } from '../platform/spawn-program.ts';

/** Runs a command that talks to the user itself, until `signal` aborts. Resolves with its exit code, null when a signal ended it. */
export type RunInTerminal = (command: ProcessOptions, signal: AbortSignal) => Promise<number | null>;

export interface TerminalLoan {
  setLender(lender: TerminalLender): void;
  /** null while nobody lends a terminal. */
  run(): RunInTerminal | null;
}

/** The front end's terminal, for programs that need one of their own. */
export function createTerminalLoan(env: Readonly<Record<string, string>>): TerminalLoan {
  let lender: TerminalLender | null = null;
  const runOn =
    (lend: TerminalLender): RunInTerminal =>
    async ({ env: extra, ...program }, signal) => {
      let exitCode: number | null = null;
      await lend(async () => {
        exitCode = await runInteractive({ ...program, env: { ...env, ...extra } }, signal);
      });
      return exitCode;
    };
  return {
    setLender(next) {
      lender = next;
    },
    run() {
      const lend = lender;
      return lend === null ? null : runOn(lend);
    },
  };
}
