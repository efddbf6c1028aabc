import type { McpServerState, McpServerStatus } from '../../core/state/mcp-status.ts';
import { countOf, formatDuration } from '../draw/quantities.ts';
import { span } from '../draw/span.ts';
import type { ActionName } from '../keys/key-binding.ts';
import type { PanelSources } from './panel-content.ts';
import type { ListPage, PanelItem, PanelKey, TextPage } from './panel-page.ts';
import type { ServerAction } from '../repl/step.ts';
import { countResources } from './count-resources.ts';
import type { McpView } from './mcp-view.ts';
import { reasonOf, SERVER_STATES } from './server-state.ts';
import { serverRows } from './server-rows.ts';

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

function serverPage(server: McpServerStatus, mcp: McpView): TextPage {
  const { name, state, transport, pid, protocolVersion, readyMs } = server;
  const notes = [
    transport,
    pid === undefined ? '' : `pid ${pid}`,
    protocolVersion ?? '',
    readyMs === undefined ? '' : `ready in ${formatDuration(readyMs)}`,
  ];
  return {
    kind: 'text',
    title: `${name} · ${SERVER_STATES[state].word}`,
    note: notes.filter((note) => note !== '').join(' · '),
    keys: keysOf(server),
    rows: (columns) => serverRows(server, mcp, columns),
  };
}

/** A server on this machine has no login. */
function keysOf({ name, state, transport }: McpServerStatus): PanelKey[] {
  const key = (pressed: ActionName, label: string, action: ServerAction, doing: string): PanelKey => ({
    actions: [pressed],
    label,
    does: {
      type: 'do',
      effects: [{ type: 'server', action, server: name }],
      message: `${doing} ${name}…`,
    },
  });
  const isRemote = transport !== 'stdio';
  return [
    key('mcp.restart', 'restart', 'restart', 'Restarting'),
    state === 'disabled'
      ? key('mcp.switch', 'enable', 'enable', 'Starting')
      : key('mcp.switch', 'disable', 'disable', 'Stopping'),
    ...(isRemote
      ? [
          key('mcp.log-in', 'log in', 'logIn', 'Logging in at'),
          key('mcp.log-out', 'log out', 'logOut', 'Logging out of'),
        ]
      : []),
  ];
}
