/** A command that the user ran by `!`, and how it ended. */
export interface ShellResult {
  command: string;
  exitCode: number | null;
  signal: string | null;
  /** What it wrote, both streams in their order, cleaned; of a long one the end, with a line that says so. */
  output: string;
}

/** Commands that the user runs: nobody is asked, and the agent sees them only when the user says so. */
export interface SessionShell {
  /** Runs a command line in the session's directory, also beside a turn. What it writes comes as events. Rejects with a SimseError. */
  run(command: string): Promise<ShellResult>;
  /** Ends the one that was started last and still runs; false when none does. */
  interrupt(): boolean;
}
