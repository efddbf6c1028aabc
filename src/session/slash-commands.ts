import { cleanLine } from '../core/clean-text.ts';
import { PERMISSION_MODES, type PermissionMode } from '../core/gate-request.ts';
import type { CatalogueTool, CommandResult } from '../core/ports.ts';
import type { SessionState } from '../core/session-state.ts';

/** What a command may see and do. */
export interface CommandContext {
  getState(): SessionState;
  tools(): CatalogueTool[];
  setMode(mode: PermissionMode): void;
}

interface SlashCommand {
  name: string;
  /** What may follow the name. */
  hint?: string;
  description: string;
  run(argument: string, context: CommandContext): CommandResult;
}

const text = (lines: readonly string[]): CommandResult => ({ kind: 'handled', text: lines.join('\n') });

const COMMANDS: readonly SlashCommand[] = [
  {
    name: 'help',
    description: 'what can be typed here',
    run: (_argument, { getState }) => text(helpLines(getState())),
  },
  {
    name: 'mcp',
    description: 'the MCP servers and how they are',
    run: (_argument, { getState }) => text(mcpLines(getState())),
  },
  {
    name: 'tools',
    hint: '[server]',
    description: 'the MCP tools that can be called now',
    run: (argument, { tools }) => text(toolLines(tools(), argument)),
  },
  {
    name: 'status',
    description: 'session, backend, mode and context',
    run: (_argument, { getState }) => text(statusLines(getState())),
  },
  {
    name: 'mode',
    hint: PERMISSION_MODES.join('|'),
    description: 'show or set the permission mode',
    run: runMode,
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

/**
 * Runs a line that starts with `/`. A name that is not simse's own but the agent's goes to the agent as it is; one that
 * nobody knows is said so, and is not sent.
 */
export function runSlashCommand(line: string, context: CommandContext): CommandResult {
  const [, typed = '', argument = ''] = /^\/(\S*)\s*([\s\S]*)$/.exec(line) ?? [];
  const name = ALIASES[typed] ?? typed;
  const command = COMMANDS.find((candidate) => candidate.name === name);
  if (command !== undefined) return command.run(argument.trim(), context);
  if (context.getState().commands.some((offered) => offered.name === typed))
    return { kind: 'prompt', text: line };
  // A path is a prompt, not a mistyped command.
  if (typed.includes('/')) return { kind: 'prompt', text: line };
  return text([`There is no command /${typed}. /help lists them.`]);
}

function runMode(argument: string, { getState, setMode }: CommandContext): CommandResult {
  if (argument === '')
    return text([`The mode is ${getState().mode}. There are ${PERMISSION_MODES.join(', ')}.`]);
  const mode = PERMISSION_MODES.find((candidate) => candidate.toLowerCase() === argument.toLowerCase());
  if (mode === undefined)
    return text([`There is no mode ${argument}. There are ${PERMISSION_MODES.join(', ')}.`]);
  setMode(mode);
  return text([`The mode is ${mode}.`]);
}

function helpLines(state: SessionState): string[] {
  const own = COMMANDS.map(({ name, hint, description }) =>
    row(`/${name}${hint === undefined ? '' : ` ${hint}`}`, description),
  );
  const offered = state.commands.map((command) => row(`/${command.name}`, cleanLine(command.description)));
  return [
    'Commands:',
    ...own,
    ...(offered.length > 0 ? ['', `Commands of ${state.backend}:`, ...offered] : []),
  ];
}

function row(left: string, right: string): string {
  return `  ${left.padEnd(14)}  ${right}`;
}

function mcpLines(state: SessionState): string[] {
  if (state.mcp.length === 0) return ['No MCP servers are configured. mcp.json names them.'];
  return state.mcp.map((server) => {
    const tools = server.state === 'ready' ? `${server.tools} tools` : (server.detail ?? '');
    return row(
      server.name,
      [server.state.replace('_', ' '), cleanLine(tools)].filter((part) => part !== '').join(' · '),
    );
  });
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

function statusLines(state: SessionState): string[] {
  const agent =
    state.agent === null
      ? ''
      : ` (${[state.agent.title ?? state.agent.name, state.agent.version].filter(Boolean).join(' ')})`;
  const { used, size, cost } = state.usage;
  const lines = [
    row('session', state.sessionId),
    row('directory', state.cwd),
    row(
      'backend',
      `${state.backend}${cleanLine(agent) === '' ? '' : ` ${cleanLine(agent)}`} · ${state.backendState}`,
    ),
    row('mode', state.mode),
    row(
      'MCP',
      `${state.mcp.filter((server) => server.state === 'ready').length} of ${state.mcp.length} servers ready`,
    ),
  ];
  if (used !== undefined)
    lines.push(row('context', `${used}${size === undefined ? '' : ` of ${size}`} tokens`));
  if (cost !== undefined) lines.push(row('cost', `${cost.amount.toFixed(2)} ${cost.currency}`));
  return lines;
}
