import { closest } from '../../core/text/closest.ts';
import type { CommandResult } from '../../core/ports/session-commands.ts';
import type { SessionMcp } from '../../core/ports/session-mcp.ts';
import { mcpLines, serverLines } from './command-texts.ts';
import { answerLines, type CommandContext, type SlashCommand } from './slash-command.ts';

const ACTIONS: Readonly<Record<string, (mcp: SessionMcp, server: string) => Promise<string>>> = {
  restart: (mcp, server) => mcp.restart(server),
  enable: (mcp, server) => mcp.setEnabled(server, true),
  disable: (mcp, server) => mcp.setEnabled(server, false),
  login: (mcp, server) => mcp.logIn(server),
  logout: (mcp, server) => mcp.logOut(server),
};

export const MCP_COMMAND: SlashCommand = {
  name: 'mcp',
  hint: `[server|${Object.keys(ACTIONS).join('|')}]`,
  description: 'the MCP servers: how they are, and what can be done with them',
  run: runMcp,
};

async function runMcp(argument: string, context: CommandContext): Promise<CommandResult> {
  const { mcp } = context;
  const [word = '', server = ''] = argument.split(/\s+/);
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (action === undefined) return show(word === '' ? null : word, context);
  const names = mcp.status().map(({ name }) => name);
  if (names.includes(server)) return answerLines([await action(mcp, server)]);
  return answerLines([server === '' ? `Which server? /mcp ${word} <name>` : unknownServer(server, names)]);
}

function show(server: string | null, { mcp, tools }: CommandContext): CommandResult {
  const servers = mcp.status();
  if (servers.length === 0) return answerLines(mcpLines(servers));
  const status = servers.find(({ name }) => name === server);
  if (server !== null && status === undefined)
    return answerLines([
      unknownServer(
        server,
        servers.map(({ name }) => name),
      ),
    ]);
  const lines = status === undefined ? mcpLines(servers) : serverLines(status, tools(), mcp);
  return { kind: 'panel', panel: 'mcp', item: server, text: lines.join('\n') };
}

function unknownServer(name: string, names: readonly string[]): string {
  if (names.length === 0) return 'No MCP servers are configured. mcp.json names them.';
  const meant = closest(name, [...names, ...Object.keys(ACTIONS)]);
  const hint = meant === null ? `There are ${names.join(', ')}.` : `Did you mean ${meant}?`;
  return `There is no MCP server ${name}. ${hint}`;
}
