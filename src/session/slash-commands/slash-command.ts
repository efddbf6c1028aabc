import { SimseError } from '../../core/errors.ts';
import type { CatalogueTool } from '../../core/ports/catalogue.ts';
import type { SessionAgent, SessionHistory } from '../../core/ports/session.ts';
import type { CommandResult, CommandValue, PanelName } from '../../core/ports/session-commands.ts';
import type { SessionMcp } from '../../core/ports/session-mcp.ts';
import type { SessionPermissions } from '../../core/ports/session-permissions.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { formatTable } from '../../core/text/format-table.ts';
import type { CustomCommands } from '../custom-commands/custom-commands.ts';
import type { SessionRecords } from '../records/session-records.ts';

/** What a command may see and do. What throws or rejects does so with a SimseError. */
export interface CommandContext extends SessionAgent, SessionHistory {
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

/** One of simse's own commands: all that is known of it. */
export interface SlashCommand {
  name: string;
  /** Other names, which are understood and not listed. */
  aliases?: readonly string[];
  /** What may follow the name. */
  hint?: string;
  description: string;
  /** What may follow behind these words. It may reject: what cannot be known completes nothing. */
  complete?(
    words: readonly string[],
    context: CommandContext,
  ): readonly CommandValue[] | Promise<readonly CommandValue[]>;
  run(argument: string, context: CommandContext): CommandResult | Promise<CommandResult>;
}

/** A command's answer. */
export function answerLines(lines: readonly string[]): CommandResult {
  return { kind: 'handled', text: lines.join('\n') };
}

/** Opens a panel, on an item or filtered; `lines` are what it says where there are no panels, and are made only there. */
export function openPanel(
  panel: PanelName,
  lines: () => readonly string[] | Promise<readonly string[]>,
  { item = null, filter = '' }: { item?: string | null; filter?: string } = {},
): CommandResult {
  const text = async (): Promise<string> => {
    try {
      return (await lines()).join('\n');
    } catch (thrown) {
      return linesOf(thrown).join('\n');
    }
  };
  return { kind: 'panel', panel, item, ...(filter === '' ? {} : { filter }), text };
}

/** What went wrong, and what to do. Throws what is no SimseError: that is a bug. */
export function linesOf(thrown: unknown): string[] {
  if (!(thrown instanceof SimseError)) throw thrown;
  return [thrown.message, ...(thrown.hint === undefined ? [] : [thrown.hint])];
}

/** Words as completions, without a description. */
export function asValues(words: readonly string[]): CommandValue[] {
  return words.map((value) => ({ value, description: '' }));
}

/** A line of two columns. */
export function row(left: string, right: string): string {
  return `  ${left.padEnd(14)}  ${right}`;
}

export function tableLines(rows: readonly (readonly string[])[]): string[] {
  const table = formatTable(rows).trimEnd();
  return table === '' ? [] : table.split('\n');
}
