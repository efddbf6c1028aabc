import type { SessionState } from '../../core/state/session-state.ts';
import { type Line, line } from '../draw/line.ts';
import { countOf } from '../../core/text/quantities.ts';
import { span } from '../draw/span.ts';
import { shortPath } from '../draw/short-path.ts';

/**
 * Whether the header can say what it has to: backend and MCP servers have started, or cannot. Where a conversation has begun
 * it is for what is known.
 */
export function isHeaderKnown({ backendState, mcp, entries }: SessionState): boolean {
  if (entries.some(({ kind }) => kind !== 'notice')) return true;
  const settled = backendState === 'ready' || backendState === 'exited';
  return settled && mcp.every((server) => server.state !== 'starting');
}

/** The first lines of the REPL: what runs here, then what else the user should know. */
export function headerLines(
  state: SessionState,
  version: string,
  banner: readonly string[],
  home: string,
): Line[] {
  const parts = [`simse ${version}`, backendOf(state), shortPath(state.cwd, home), mcpOf(state)];
  const [name = '', ...rest] = parts.filter((part) => part !== '');
  const first = line(span(name, 'strong', 'accent'), span(rest.map((part) => ` · ${part}`).join(''), 'dim'));
  return [first, ...banner.map((text) => line(span(text, 'dim')))];
}

function backendOf({ backend, agent }: SessionState): string {
  if (agent === null) return backend;
  const known = [agent.title ?? agent.name, agent.version].filter(
    (part) => part !== undefined && part !== '',
  );
  return known.length === 0 ? backend : `${backend} (${known.join(' ')})`;
}

function mcpOf({ mcp }: SessionState): string {
  const enabled = mcp.filter((server) => server.state !== 'disabled');
  if (enabled.length === 0) return '';
  const servers = countOf(enabled.length, 'MCP server');
  if (enabled.some((server) => server.state === 'starting')) return `${servers}, still starting`;
  const ready = enabled.filter((server) => server.state === 'ready');
  const tools = ready.reduce((sum, server) => sum + server.tools, 0);
  return `${ready.length === enabled.length ? servers : `${ready.length} of ${servers}`}, ${countOf(tools, 'tool')}`;
}
