import { cleanLine } from '../../core/text/clean-text.ts';
import type { ConfigOption, McpServerStatus } from '../../core/state/events.ts';
import { modeInForce } from '../../core/state/mode-in-force.ts';
import type { CatalogueTool } from '../../core/ports/catalogue.ts';
import type { SessionMcp } from '../../core/ports/session-mcp.ts';
import type { SessionState } from '../../core/state/session-state.ts';

/** A line of two columns. */
export function row(left: string, right: string): string {
  return `  ${left.padEnd(14)}  ${right}`;
}

/** The servers, a line each. */
export function mcpLines(servers: readonly McpServerStatus[]): string[] {
  if (servers.length === 0) return ['No MCP servers are configured. mcp.json names them.'];
  return servers.map(({ name, state, tools, transport, detail }) => {
    const told = state === 'ready' ? `${tools} tools` : (detail ?? '');
    const parts = [state.replace('_', ' '), transport, cleanLine(told)];
    return row(name, parts.filter((part) => part !== '').join(' · '));
  });
}

/** How many of a server's last log lines are told. */
const LOG_LINES = 10;

/** All that is known of a server, for front ends without panels. */
export function serverLines(
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
    ...(log.length === 0 ? [] : ['', 'It said last:', ...log.map((text) => `  ${cleanLine(text)}`)]),
  ];
}

export function toolLines(tools: readonly CatalogueTool[], server: string): string[] {
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

export function statusLines(state: SessionState): string[] {
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
    row('mode', modeInForce(state).mode),
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

/** The agent's own settings, with what they are set to and could be. */
export function configLines(options: readonly ConfigOption[]): string[] {
  return options.map(({ id, name, value, choices }) => {
    const others = choices.map((choice) => choice.value).filter((choice) => choice !== value);
    const also = others.length === 0 ? '' : ` (or ${others.join(', ')})`;
    return row(cleanLine(id), cleanLine(`${name}: ${value}${also}`));
  });
}
