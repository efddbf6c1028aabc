import { scanShellLine } from './scan-shell.ts';

/** A command line taken apart for the gate, never for running. */
export interface ShellLine {
  /** The simple commands between `;`, `&`, `|` and line breaks, trimmed. */
  commands: string[];
  /** It reads from or writes to something other than /dev/null. */
  redirects: boolean;
  /** What really runs cannot be read off the text: substitutions, subshells, ANSI-C quotes, unbalanced quotes. */
  opaque: boolean;
}

/** Reads a POSIX command line so that no rule can be tricked into matching it. */
export function readShellLine(line: string): ShellLine {
  const { commands, redirects, opaque } = scanShellLine(line);
  return { commands: commands.map((command) => command.text), redirects, opaque };
}

/** The simple commands of a line, for holding each against a rule of its own; null when the line cannot be read. */
export function separateCommands(line: string): string[] | null {
  const { commands, opaque, redirects } = readShellLine(line);
  return opaque || redirects || commands.length === 0 ? null : commands;
}
