import type { Session } from '../core/ports.ts';
import type { UiSettings } from '../core/ui-settings.ts';
import type { ReplTerminal } from './screen/terminal.ts';
import type { CommandInfo } from './completion/command-info.ts';

export interface ReplOptions {
  session: Session;
  version: string;
  /** Lines below the header: what the user should know at once. */
  banner: readonly string[];
  /** simse's own slash commands. */
  commands: readonly CommandInfo[];
  /** Sent as soon as the REPL is there. */
  initialPrompt?: string;
  /** Earlier prompts, oldest first, and what keeps a new one. */
  history: { entries: readonly string[]; add(text: string): void };
  terminal: ReplTerminal;
  ui: UiSettings;
  /** Opens a page in the user's browser; only called when the user asks for it. Rejects when there is none. */
  openUrl(url: string): Promise<void>;
  /** The user's home directory, shown as a tilde. */
  home?: string;
  /** Aborted when the process has to end: the REPL leaves at once. */
  signal?: AbortSignal;
}
