import type { ImageSource, UnsentDraft } from '../../core/ports/prompt-parts.ts';
import type { Session } from '../../core/ports/session.ts';
import type { UiSettings } from '../../core/ports/ui-settings.ts';
import type { AgentCommand } from '../../core/state/events.ts';
import type { ReplTerminal } from '../terminal/terminal.ts';

export interface ReplOptions {
  session: Session;
  version: string;
  /** Lines below the header: what the user should know at once. */
  banner: readonly string[];
  /** simse's own slash commands. */
  commands: readonly AgentCommand[];
  /** Sent as soon as the REPL is there. */
  initialPrompt?: string;
  /** Earlier prompts of this directory, oldest first, what keeps a new one, and those of other directories, read when asked for. */
  history: { entries: readonly string[]; add(text: string): void; elsewhere(): Promise<readonly string[]> };
  /** What an earlier simse left unsent in this directory, and what keeps the draft of this one. */
  drafts: { restored: UnsentDraft | null; save(draft: UnsentDraft | null): void };
  /** Lets the user change a text in their own editor. Rejects with a SimseError when nothing came of it. */
  editText(text: string): Promise<string>;
  terminal: ReplTerminal;
  /** Where images for a prompt come from. */
  images: ImageSource;
  ui: UiSettings;
  /** Opens a page in the user's browser; only called when the user asks for it. Rejects when there is none. */
  openUrl(url: string): Promise<void>;
  /** The user's home directory, shown as a tilde. */
  home?: string;
  /** Aborted when the process has to end: the REPL leaves at once. */
  signal?: AbortSignal;
}
