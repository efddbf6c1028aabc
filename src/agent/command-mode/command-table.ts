import type { JsonObject } from '../../core/json.ts';
import type { ReadRange } from '../../tools/read-text.ts';

export type CommandName =
  | 'help'
  | 'tools'
  | 'read'
  | 'list'
  | 'glob'
  | 'grep'
  | 'write'
  | 'run'
  | 'call'
  | 'say';

export interface CommandInfo {
  name: CommandName;
  /** Understood as well. */
  formerName?: string;
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
  {
    name: 'glob',
    formerName: 'find',
    input: '<pattern>',
    description: 'Find files by name: `glob *.test.ts`, `glob src/**/*.ts`',
  },
  { name: 'grep', input: '<pattern> [path]', description: 'Search file contents with a regular expression' },
  { name: 'write', input: '<path> <text>', description: 'Write a file: the text is everything that follows' },
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
  return COMMANDS.find((command) => command.name === name || command.formerName === name);
}

/** One thing to do, as it was typed. */
export type CommandStep = SpokenStep | ToolStep;

/** A step that only says something. */
export type SpokenStep = { command: 'help' } | { command: 'say'; text: string };

/** A step that uses a tool. */
export type ToolStep =
  | { command: 'tools' }
  | { command: 'read'; path: string; range?: ReadRange }
  | { command: 'list'; path: string }
  | { command: 'glob'; glob: string }
  | { command: 'grep'; pattern: string; path: string }
  | { command: 'write'; path: string; text: string }
  | { command: 'run'; line: string }
  /** `tool` is `server/tool`. */
  | { command: 'call'; tool: string; args: JsonObject };

/** A step and the line it stands for in plans and headings. */
export interface LabelledStep {
  label: string;
  step: CommandStep;
}
