import type { Command } from 'commander';

export interface Word {
  word: string;
  description: string;
}

/** What may follow the words of a command. */
export interface CompletionEntry {
  /** The words that have been typed, as `mcp pins`; empty for the top. */
  path: string;
  words: Word[];
  /** Whether the names of the configured MCP servers may follow as well. */
  takesServer: boolean;
  /** The command's own. */
  options: Word[];
}

/** What can be typed, taken from the very commands and options that simse has. */
export function completionEntries(program: Command, shells: readonly string[]): CompletionEntry[] {
  const entries = entriesOf(program, '');
  const completion = entries.find(({ path }) => path === 'completion');
  completion?.words.push(...shells.map((word) => ({ word, description: '' })));
  return entries.filter(
    ({ words, takesServer, options }) => words.length > 0 || takesServer || options.length > 0,
  );
}

function entriesOf(command: Command, path: string): CompletionEntry[] {
  const subcommands = visibleCommands(command);
  const [argument] = command.registeredArguments;
  const own = {
    path,
    words: subcommands.map((sub) => ({ word: sub.name(), description: sub.description() })),
    takesServer: argument?.name() === 'server',
    options: visibleOptions(command),
  };
  return [own, ...subcommands.flatMap((sub) => entriesOf(sub, `${path} ${sub.name()}`.trimStart()))];
}

function visibleCommands(command: Command): Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((sub) => sub.name() !== 'help');
}

function visibleOptions(command: Command): Word[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .map(({ long, short, description }) => ({ word: long ?? short ?? '', description }))
    .filter(({ word }) => command.parent === null || word !== '--help');
}
