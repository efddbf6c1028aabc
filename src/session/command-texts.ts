import { cleanLine } from '../core/clean-text.ts';
import type { ConfigOption } from '../core/events.ts';
import type { CatalogueTool } from '../core/ports.ts';
import type { SessionState } from '../core/session-state.ts';

/** A line of two columns. */
export function row(left: string, right: string): string {
  return `  ${left.padEnd(14)}  ${right}`;
}

export function mcpLines(state: SessionState): string[] {
  if (state.mcp.length === 0) return ['No MCP servers are configured. mcp.json names them.'];
  return state.mcp.map((server) => {
    const tools = server.state === 'ready' ? `${server.tools} tools` : (server.detail ?? '');
    return row(
      server.name,
      [server.state.replace('_', ' '), cleanLine(tools)].filter((part) => part !== '').join(' · '),
    );
  });
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

/** The agent's own settings, with what they are set to and could be. */
export function configLines(options: readonly ConfigOption[]): string[] {
  return options.map(({ id, name, value, choices }) => {
    const others = choices.map((choice) => choice.value).filter((choice) => choice !== value);
    const also = others.length === 0 ? '' : ` (or ${others.join(', ')})`;
    return row(cleanLine(id), cleanLine(`${name}: ${value}${also}`));
  });
}
