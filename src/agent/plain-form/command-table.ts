export type CommandName =
  | 'help'
  | 'tools'
  | 'read'
  | 'list'
  | 'find'
  | 'grep'
  | 'write'
  | 'run'
  | 'call'
  | 'say';

export interface CommandInfo {
  name: CommandName;
  /** What follows the name, `[…]` for what may be left out. */
  input: string;
  description: string;
}

/** Every command of the plain form: the one source for help, for the client's menu and for what is said about mistakes. */
export const COMMANDS: readonly CommandInfo[] = [
  {
    name: 'read',
    input: '<path> [from-to]',
    description: 'Show a file, or some lines of it: `read src/main.ts 1-20`',
  },
  { name: 'list', input: '[path]', description: 'List a folder' },
  { name: 'find', input: '<glob>', description: 'Find files by name: `find *.test.ts`, `find src/**/*.ts`' },
  { name: 'grep', input: '<pattern> [path]', description: 'Search file contents with a regular expression' },
  { name: 'write', input: '<path> <text>', description: 'Write a file: the text is all that follows' },
  { name: 'run', input: '<command>', description: 'Run a shell command' },
  {
    name: 'call',
    input: '<server/tool> [json]',
    description: 'Call an MCP tool: `call fs/list {"path":"."}`',
  },
  { name: 'tools', input: '', description: 'List the MCP tools' },
  { name: 'say', input: '<text>', description: 'Answer with the text' },
  { name: 'help', input: '', description: 'Show this help' },
];

/** A command as it is typed: its name and what follows it. */
export function usageOf({ name, input }: CommandInfo): string {
  return input === '' ? name : `${name} ${input}`;
}

export function findCommand(name: string): CommandInfo | undefined {
  return COMMANDS.find((command) => command.name === name);
}
