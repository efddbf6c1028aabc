import type { McpServerState, McpServerStatus } from '../../../core/state/events.ts';
import { countOf, formatDuration } from '../../../core/text/quantities.ts';
import { span } from '../../draw/span.ts';
import type { ListPage, PanelItem, PanelSources } from '../panel-page.ts';
import { countResources, type McpView } from '../../prompt/completion/mcp-feed.ts';
import { reasonOf, SERVER_STATES, serverPage } from './server-page.ts';

/** `/mcp`: the servers, how they are, and what can be done with one. */
export function serversPanel({ session, mcp }: PanelSources): ListPage {
  return {
    kind: 'list',
    title: 'MCP servers',
    note: countStates(session.mcp),
    items: session.mcp.map((server) => toItem(server, mcp)),
    empty: 'No MCP servers are configured. mcp.json names them.',
    open(name) {
      const server = session.mcp.find((candidate) => candidate.name === name);
      return server === undefined ? null : serverPage(server, mcp);
    },
  };
}

function countStates(servers: readonly McpServerStatus[]): string {
  const states = Object.keys(SERVER_STATES) as McpServerState[];
  const counts = states.map((state) => ({
    state,
    count: servers.filter((one) => one.state === state).length,
  }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${SERVER_STATES[state].word}`)
    .join(' · ');
}

function toItem(server: McpServerStatus, mcp: McpView): PanelItem {
  const { name, state, transport, hint = '' } = server;
  const { glyph, word, style } = SERVER_STATES[state];
  const told = state === 'ready' ? span(offersOf(server, mcp), 'dim') : span(reasonOf(server) ?? hint, style);
  return { id: name, cells: [span(`${glyph} ${name}`, style), span(word), span(transport, 'dim'), told] };
}

function offersOf({ name, tools, prompts, readyMs }: McpServerStatus, mcp: McpView): string {
  const offers = [countOf(tools, 'tool')];
  if (prompts > 0) offers.push(countOf(prompts, 'prompt'));
  offers.push(...countResources(mcp, name));
  if (readyMs !== undefined) offers.push(formatDuration(readyMs));
  return offers.join(' · ');
}
