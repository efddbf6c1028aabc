/** A command that the user, or the project, has written into a file. */
export interface CustomCommandInfo {
  /** Without the slash; of a file in a folder `folder:name`. */
  name: string;
  description: string;
  /** What may follow the name. */
  hint?: string;
  /** Where it comes from: `project` or `yours`. */
  source: string;
}

/** What may follow a command. */
export interface CommandValue {
  value: string;
  description: string;
}

/** What is known of commands beside simse's own names and those of the agent. */
export interface SessionCommands {
  custom(): readonly CustomCommandInfo[];
  /** What may follow one of simse's own commands behind these words. Never rejects. */
  values(name: string, words: readonly string[]): Promise<readonly CommandValue[]>;
}
