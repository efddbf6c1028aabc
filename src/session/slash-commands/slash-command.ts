import type { CatalogueTool } from '../../core/ports/catalogue.ts';
import type { CommandResult } from '../../core/ports/session-commands.ts';
import type { SessionAgent, SessionArchive } from '../../core/ports/session.ts';
import type { SessionPermissions } from '../../core/ports/session-permissions.ts';
import type { SessionMcp } from '../../core/ports/session-mcp.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import type { CustomCommands } from '../custom-commands/custom-commands.ts';
import type { SessionRecords } from '../records/session-records.ts';

/** What a command may see and do. What throws or rejects does so with a SimseError. */
export interface CommandContext extends SessionAgent, SessionArchive {
  getState(): SessionState;
  readonly mcp: SessionMcp;
  readonly records: SessionRecords;
  readonly permissions: SessionPermissions;
  readonly custom: CustomCommands;
  tools(): CatalogueTool[];
  /** Adds a folder to the workspace and returns its real path. */
  addDirectory(path: string): string;
  rename(title: string): void;
  /** false when the user did not log in, or there is no way to. */
  logIn(): Promise<boolean>;
  /** false when the backend has no way to log out. */
  logOut(): Promise<boolean>;
}

export interface SlashCommand {
  name: string;
  /** What may follow the name. */
  hint?: string;
  description: string;
  run(argument: string, context: CommandContext): CommandResult | Promise<CommandResult>;
}

/** A command's answer. */
export function answerLines(lines: readonly string[]): CommandResult {
  return { kind: 'handled', text: lines.join('\n') };
}
