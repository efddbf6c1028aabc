import type { CatalogueTool } from '../../core/ports/catalogue.ts';
import type { CommandResult, CommandValue } from '../../core/ports/session-commands.ts';
import type { SessionMcp } from '../../core/ports/session-mcp.ts';
import type { McpServerStatus } from '../../core/state/events.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { closest } from '../../core/text/closest.ts';
import {
  answerLines,
  asValues,
  type CommandContext,
  openPanel,
  row,
  type SlashCommand,
} from './slash-command.ts';

interface ServerAction {
  description: string;
  act(mcp: SessionMcp, server: string): Promise<string>;
}

const ACTIONS: Readonly<Record<string, ServerAction>> = {
  restart: { description: 'start a server anew', act: (mcp, server) => mcp.restart(server) },
  enable: { description: 'switch a server on', act: (mcp, server) => mcp.setEnabled(server, true) },
  disable: { description: 'switch a server off', act: (mcp, server) => mcp.setEnabled(server, false) },
  login: { description: 'log in to a server', act: (mcp, server) => mcp.logIn(server) },
  logout: { description: 'log out of a server', act: (mcp, server) => mcp.logOut(server) },
};

/** The commands on MCP servers and their tools. */
export const MCP_COMMANDS: readonly SlashCommand[] = [
  {
    name: 'mcp',
    hint: `[server|${Object.keys(ACTIONS).join('|')}]`,
    description: 'the MCP servers: status and actions',
    complete: completeMcp,
    run: runMcp,
  },
  {
    name: 'tools',
    hint: '[words]',
    description: 'the MCP tools that can be called now',
    complete: (words, { tools }) =>
      words.length > 0 ? [] : asValues([...new Set(tools().map(({ server }) => server))]),
    run: (words, { tools }) =>
      openPanel('tools', () => toolLines(toolsNamed(tools(), words), ''), { filter: words }),
  },
];

const NO_SERVERS = 'No MCP servers configured. Add one with `simse mcp add`.';

function completeMcp(words: readonly string[], { mcp }: CommandContext): readonly CommandValue[] {
  const servers = mcp
    .status()
    .map(({ name, state }) => ({ value: name, description: state.replace('_', ' ') }));
  const [action] = words;
  if (action === undefined) {
    const actions = Object.entries(ACTIONS).map(([value, { description }]) => ({ value, description }));
    return [...servers, ...actions];
  }
  return words.length === 1 && Object.hasOwn(ACTIONS, action) ? servers : [];
}

async function runMcp(argument: string, context: CommandContext): Promise<CommandResult> {
  const { mcp } = context;
  const [word = '', server = ''] = argument.split(/\s+/);
  const action = Object.hasOwn(ACTIONS, word) ? ACTIONS[word] : undefined;
  if (action === undefined) return show(word === '' ? null : word, context);
  const names = mcp.status().map(({ name }) => name);
  if (names.includes(server)) return answerLines([await action.act(mcp, server)]);
  return answerLines([server === '' ? `Which server? /mcp ${word} <name>` : unknownServer(server, names)]);
}

function show(server: string | null, { mcp, tools }: CommandContext): CommandResult {
  const servers = mcp.status();
  if (servers.length === 0) return answerLines([NO_SERVERS]);
  if (server === null) return openPanel('mcp', () => mcpLines(mcp.status()));
  const status = servers.find(({ name }) => name === server);
  if (status !== undefined)
    return openPanel('mcp', () => serverLines(status, tools(), mcp), { item: server });
  return answerLines([
    unknownServer(
      server,
      servers.map(({ name }) => name),
    ),
  ]);
}

function unknownServer(name: string, names: readonly string[]): string {
  if (names.length === 0) return NO_SERVERS;
  const meant = closest(name, [...names, ...Object.keys(ACTIONS)]);
  const hint = meant === null ? `There are ${names.join(', ')}.` : `Did you mean ${meant}?`;
  return `There is no MCP server ${name}. ${hint}`;
}

/** The servers, a line each. */
function mcpLines(servers: readonly McpServerStatus[]): string[] {
  return servers.map(({ name, state, tools, transport, detail }) => {
    const detailed = state === 'ready' ? `${tools} tools` : (detail ?? '');
    const parts = [state.replace('_', ' '), transport, cleanLine(detailed)];
    return row(name, parts.filter((part) => part !== '').join(' · '));
  });
}

/** How many of a server's last log lines are told. */
const LOG_LINES = 10;

/** All that is known of a server, for front ends without panels. */
function serverLines(
  status: McpServerStatus,
  tools: readonly CatalogueTool[],
  mcp: Pick<SessionMcp, 'instructions' | 'recentLog'>,
): string[] {
  const { name, hint } = status;
  const log = mcp.recentLog(name).slice(-LOG_LINES);
  const instructions = mcp.instructions(name);
  return [
    ...mcpLines([status]),
    ...(hint === undefined ? [] : [`  ${cleanLine(hint)}`]),
    ...(tools.some(({ server }) => server === name) ? ['', ...toolLines(tools, name)] : []),
    ...(instructions === null ? [] : ['', instructions]),
    ...(log.length === 0 ? [] : ['', 'Last output:', ...log.map((text) => `  ${cleanLine(text)}`)]),
  ];
}

function toolsNamed(tools: readonly CatalogueTool[], words: string): CatalogueTool[] {
  return tools.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
}

function toolLines(tools: readonly CatalogueTool[], server: string): string[] {
  const shown = tools.filter((tool) => server === '' || tool.server === server);
  if (shown.length === 0)
    return [server === '' ? 'No MCP tools are available.' : `No tools of ${server} are available.`];
  const width = Math.max(...shown.map((tool) => tool.name.length));
  return shown.map((tool) => `  ${tool.name.padEnd(width)}  ${firstSentence(tool.description)}`);
}

function firstSentence(description: string): string {
  const line = cleanLine(description);
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}
