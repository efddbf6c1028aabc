import { promptName } from '../../core/ports/mcp-prompt-line.ts';
import type { CommandResult, CommandValue } from '../../core/ports/session-commands.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { AGENT_COMMANDS } from './agent-commands.ts';
import { GATE_COMMANDS } from './gate-commands.ts';
import { MCP_COMMANDS } from './mcp-commands.ts';
import { RECORD_COMMANDS } from './record-commands.ts';
import {
  answerLines,
  type CommandContext,
  linesOf,
  openPanel,
  row,
  type SlashCommand,
} from './slash-command.ts';
import { VIEW_COMMANDS } from './view-commands.ts';

/**
 * simse's own commands. An entry is all that there is of one: its names, what help and completion say of it, what may follow
 * it, and what it does, be it an answer or a panel.
 */
const COMMANDS: readonly SlashCommand[] = [
  {
    name: 'help',
    aliases: ['?'],
    hint: '[words]',
    description: 'commands and keys',
    run: (words, context) => openPanel('help', () => helpLines(context), { filter: words }),
  },
  ...MCP_COMMANDS,
  ...AGENT_COMMANDS,
  ...GATE_COMMANDS,
  ...RECORD_COMMANDS,
  ...VIEW_COMMANDS,
];

/** Names and descriptions of simse's own commands, for completion and help. */
export function listSlashCommands(): { name: string; description: string; hint?: string }[] {
  return COMMANDS.map(({ name, description, hint }) => ({
    name,
    description,
    ...(hint === undefined ? {} : { hint }),
  }));
}

/** Whether a name, without the slash, is one of simse's own commands. */
export function isOwnCommand(name: string): boolean {
  return commandOf(name) !== undefined;
}

function commandOf(name: string): SlashCommand | undefined {
  return COMMANDS.find((command) => command.name === name || command.aliases?.includes(name) === true);
}

/** What may follow a command of simse's own, behind these words. Never rejects: what cannot be known completes nothing. */
export async function completeCommand(
  name: string,
  words: readonly string[],
  context: CommandContext,
): Promise<readonly CommandValue[]> {
  try {
    return (await commandOf(name)?.complete?.(words, context)) ?? [];
  } catch {
    // It will say why when it is run.
    return [];
  }
}

/**
 * Runs a line that starts with `/`. One of a file becomes its prompt; a name that is the agent's goes to the agent as it is;
 * one that nobody knows is said so, and is not sent.
 */
export async function runSlashCommand(line: string, context: CommandContext): Promise<CommandResult> {
  const [, typed = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  const command = commandOf(typed);
  if (command !== undefined) return runOwn(command, argument.trim(), context);
  const prompt = await context.custom.expand(line);
  if (prompt !== null) return { kind: 'prompt', text: prompt };
  if (context.getState().commands.some((offered) => offered.name === typed))
    return { kind: 'prompt', text: line };
  // What an MCP server offers is told apart by its turn, which may have to wait for the server.
  if (isServersPrompt(typed, context)) return { kind: 'prompt', text: line };
  // A path is a prompt, not a mistyped command.
  if (typed.includes('/')) return { kind: 'prompt', text: line };
  return answerLines([`There is no command /${typed}. /help lists them.`]);
}

/** What a command's result says where nothing can be shown but text. */
export async function resultText(result: CommandResult): Promise<string> {
  if (result.kind === 'panel') return result.text();
  return 'text' in result ? (result.text ?? '') : '';
}

function isServersPrompt(typed: string, { mcp }: CommandContext): boolean {
  const [server] = typed.split(':');
  return typed.includes(':') && mcp.status().some(({ name }) => name === server);
}

async function runOwn(
  command: SlashCommand,
  argument: string,
  context: CommandContext,
): Promise<CommandResult> {
  try {
    return await command.run(argument, context);
  } catch (thrown) {
    return answerLines(linesOf(thrown));
  }
}

function helpLines({ getState, mcp, custom }: CommandContext): string[] {
  const state = getState();
  const own = COMMANDS.map(({ name, hint, description }) =>
    row(`/${name}${hint === undefined ? '' : ` ${hint}`}`, description),
  );
  const offered = state.commands.map((command) => row(`/${command.name}`, cleanLine(command.description)));
  const written = custom
    .list()
    .map(({ name, hint = '', description, source }) =>
      row(`/${name} ${hint}`.trim(), `${description} (${source})`),
    );
  const prompts = mcp.prompts().map((prompt) => row(`/${promptName(prompt)}`, cleanLine(prompt.description)));
  return [
    'Commands:',
    ...own,
    ...(written.length > 0 ? ['', 'Commands from files:', ...written] : []),
    ...(offered.length > 0 ? ['', `Commands of ${state.backend}:`, ...offered] : []),
    ...(prompts.length > 0 ? ['', 'Prompts of MCP servers:', ...prompts] : []),
  ];
}
