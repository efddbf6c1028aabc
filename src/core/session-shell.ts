/** How a command that the user ran by `!` ended. */
export interface ShellResult {
  exitCode: number | null;
  signal: string | null;
  /** What it wrote, both streams in their order; of a long one the end, with a line that says so. */
  output: string;
}

/** Commands that the user runs: nobody is asked, and the agent sees them only when the user says so. */
export interface SessionShell {
  /** Runs a command line in the session's directory. What it writes comes as events. Rejects with a SimseError. */
  run(command: string, options: { signal: AbortSignal; giveToAgent: boolean }): Promise<ShellResult>;
}
