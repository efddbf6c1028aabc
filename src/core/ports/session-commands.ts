import type { NextSession } from './earlier-sessions.ts';

export type CommandResult =
  | { kind: 'handled'; text?: string }
  /** Not one of simse's own: to be sent to the agent as a prompt. */
  | { kind: 'prompt'; text: string }
  /**
   * Something to look at and to work with, on one of its items or on the list, filtered where it says by what. `text` says
   * it where there are no panels, and is only asked for there. Never rejects for what the user can do something about.
   */
  | { kind: 'panel'; panel: PanelName; item: string | null; filter?: string; text(): Promise<string> }
  | { kind: 'exit' }
  /** The front end leaves this session, and one opens for that. */
  | { kind: 'open'; next: NextSession }
  | { kind: 'clear' }
  /** Something of the prompt, which only a front end with keys has: `text` says so where there is none. */
  | { kind: 'prompt-action'; action: PromptAction; text: string }
  /** Print the entries that were left out when the session was taken up again, of many the last `most`. */
  | { kind: 'history'; most: number };

/** The user's own editor for the draft, the list of keys, or the keys of vim on and off. */
export type PromptAction = 'edit' | 'show-keys' | 'toggle-vim';

/** What a front end can show as a live list. */
export type PanelName =
  | 'mcp'
  | 'permissions'
  | 'tools'
  | 'agent'
  | 'model'
  | 'config'
  | 'resume'
  | 'library'
  | 'status'
  | 'context'
  | 'cost'
  | 'diff'
  | 'help';

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
