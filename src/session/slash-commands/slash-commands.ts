import { cleanLine } from '../../core/text/clean-text.ts';
import { SimseError } from '../../core/errors.ts';
import type { CommandResult } from '../../core/ports/session-commands.ts';
import { promptName } from '../../core/ports/mcp-prompt-line.ts';
import { ADD_DIR_COMMAND } from './add-dir-command.ts';
import { row } from './command-texts.ts';
import { MCP_COMMAND } from './mcp-command.ts';
import { PANEL_COMMANDS } from './panel-commands.ts';
import { MODE_COMMAND, PERMISSIONS_COMMAND } from './permissions-command.ts';
import { PROMPT_COMMANDS } from './prompt-commands.ts';
import { RECORD_COMMANDS } from './record-commands.ts';
import { answerLines, type CommandContext, type SlashCommand } from './slash-command.ts';
import { userTitle } from '../records/session-title.ts';

const COMMANDS: readonly SlashCommand[] = [
  {
    name: 'help',
    hint: '[words]',
    description: 'what can be typed and pressed here',
    run: runHelp,
  },
  MCP_COMMAND,
  ...PANEL_COMMANDS,
  MODE_COMMAND,
  PERMISSIONS_COMMAND,
  ADD_DIR_COMMAND,
  ...RECORD_COMMANDS,
  { name: 'rename', hint: '<title>', description: 'give the session a title', run: runRename },
  { name: 'login', description: 'log in at the backend', run: runLogIn },
  { name: 'logout', description: 'log out of the backend', run: runLogOut },
  ...PROMPT_COMMANDS,
  {
    name: 'history',
    hint: '[number]',
    description: 'print what of a resumed session was left out',
    run: runHistory,
  },
  { name: 'clear', description: 'clear the screen; the session goes on', run: () => ({ kind: 'clear' }) },
  { name: 'exit', description: 'leave simse', run: () => ({ kind: 'exit' }) },
];

const ALIASES: Readonly<Record<string, string>> = { quit: 'exit', '?': 'help' };

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
  return Object.hasOwn(ALIASES, name) || COMMANDS.some((command) => command.name === name);
}

/**
 * Runs a line that starts with `/`. One of a file becomes its prompt; a name that is the agent's goes to the agent as it is;
 * one that nobody knows is said so, and is not sent.
 */
export async function runSlashCommand(line: string, context: CommandContext): Promise<CommandResult> {
  const [, typed = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  const name = ALIASES[typed] ?? typed;
  const command = COMMANDS.find((candidate) => candidate.name === name);
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
export function textOf(result: CommandResult): string {
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
    if (!(thrown instanceof SimseError)) throw thrown;
    return answerLines([thrown.message, ...(thrown.hint === undefined ? [] : [thrown.hint])]);
  }
}

function runRename(argument: string, { getState, rename }: CommandContext): CommandResult {
  const title = userTitle(argument);
  const { title: before } = getState();
  if (title !== '') rename(title);
  else if (before === null) return answerLines(['The session has no title. /rename <title> gives it one.']);
  return answerLines([`The session is called ${title || cleanLine(before ?? '')}.`]);
}

async function runLogIn(_argument: string, { getState, logIn }: CommandContext): Promise<CommandResult> {
  const { backend } = getState();
  return answerLines([
    (await logIn())
      ? `You are logged in at ${backend}.`
      : `Nothing was done: ${backend} offers no way to log in here, or you left it.`,
  ]);
}

async function runLogOut(_argument: string, { getState, logOut }: CommandContext): Promise<CommandResult> {
  const { backend } = getState();
  return answerLines([
    (await logOut()) ? `You are logged out of ${backend}.` : `${backend} has no way to log out.`,
  ]);
}

function runHistory(argument: string): CommandResult {
  if (argument !== '' && !/^[1-9]\d*$/.test(argument))
    return answerLines([`/history takes a number of entries, not ${argument}.`]);
  return { kind: 'history', most: argument === '' ? Number.POSITIVE_INFINITY : Number(argument) };
}

function runHelp(filter: string, context: CommandContext): CommandResult {
  const filtered = filter === '' ? {} : { filter };
  return { kind: 'panel', panel: 'help', item: null, ...filtered, text: helpLines(context).join('\n') };
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
