import type { McpServerState, McpServerStatus } from '../../../core/state/events.ts';
import { cleanLine } from '../../../core/text/clean-text.ts';
import { countOf, formatDuration } from '../../../core/text/quantities.ts';
import { widthOf } from '../../draw/graphemes.ts';
import { fitRow, line, textLines, wrapLines } from '../../draw/line.ts';
import { type Row, span } from '../../draw/span.ts';
import { GLYPHS, type Style } from '../../draw/theme.ts';
import type { ActionName } from '../../keys/keymap.ts';
import { countResources, type McpView } from '../../prompt/completion/mcp-feed.ts';
import { indentedRows, sectionRows } from '../detail-rows.ts';
import type { ListPage, PanelItem, PanelKey, PanelSources, ServerAction, TextPage } from '../panel-page.ts';

/** `/mcp`: the servers, how they are, and what can be done with one. */
export function serversPanel({ session, mcp }: PanelSources): ListPage {
  return {
    kind: 'list',
    title: 'MCP servers',
    note: countStates(session.mcp),
    items: session.mcp.map((server) => toItem(server, mcp)),
    empty: 'No MCP servers configured. Add one with `simse mcp add`.',
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

/** How the state of an MCP server is shown. */
export const SERVER_STATES: Readonly<Record<McpServerState, { glyph: string; word: string; style: Style }>> =
  {
    ready: { glyph: GLYPHS.done, word: 'ready', style: 'good' },
    starting: { glyph: GLYPHS.active, word: 'starting', style: 'accent' },
    backing_off: { glyph: GLYPHS.active, word: 'restarting', style: 'warning' },
    needs_auth: { glyph: GLYPHS.warning, word: 'needs login', style: 'warning' },
    failed: { glyph: GLYPHS.failed, word: 'failed', style: 'bad' },
    disabled: { glyph: GLYPHS.open, word: 'disabled', style: 'dim' },
  };

/** Why a server is as it is, where that says more than the word for it. */
function reasonOf({ state, detail }: McpServerStatus): string | undefined {
  return detail?.replace(' a ', ' ') === SERVER_STATES[state].word ? undefined : detail;
}

/** A server with all there is to say of it, and what can be done with it. */
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
          key('mcp.log-in', 'log in', 'logIn', 'Logging in to'),
          key('mcp.log-out', 'log out', 'logOut', 'Logging out of'),
        ]
      : []),
  ];
}

const LOG_LINES = 50;
const MAX_NAME_COLUMNS = 32;
const INDENT = '  ';

/** All there is to say of a server: what is wrong with it first, and its log early where something is. */
function serverRows(server: McpServerStatus, mcp: McpView, columns: number): Row[] {
  const log = sectionRows('Log', logRows(server, mcp, columns));
  const offers = [
    ...sectionRows('Tools', toolRows(server, mcp, columns)),
    ...sectionRows('Prompts', promptRows(server, mcp, columns)),
    ...sectionRows('Resources', resourceRows(server, mcp, columns)),
    ...sectionRows('Instructions', instructionRows(server, mcp, columns)),
  ];
  const facts = factRows(server, columns);
  return server.state === 'ready' ? [...facts, ...offers, ...log] : [...facts, ...log, ...offers];
}

function factRows(server: McpServerStatus, columns: number): Row[] {
  const { state, detail, hint, lastError, transport, target, serverInfo, restarts } = server;
  const { style } = SERVER_STATES[state];
  const reason = reasonOf(server);
  const error = lastError === undefined || lastError === detail ? [] : [`last error: ${lastError}`];
  const calls = serverInfo === undefined ? [] : [`calls itself ${serverInfo.name} ${serverInfo.version}`];
  const again = restarts === 0 ? [] : [`restarted ${countOf(restarts, 'time')}`];
  return wrapLines(
    [
      ...(reason === undefined ? [] : [line(span(reason, style))]),
      ...(hint === undefined ? [] : [line(span(cleanLine(hint)))]),
      ...error.map((text) => line(span(text, 'bad'))),
      line(span(`${transport === 'stdio' ? 'runs' : 'at'} ${target}`, 'dim')),
      ...[...calls, ...again].map((text) => line(span(text, 'dim'))),
    ],
    columns,
  );
}

function toolRows({ name }: McpServerStatus, { tools }: McpView, columns: number): Row[] {
  const entries = tools.filter(({ server }) => server === name);
  return namedRows(
    entries.map(({ tool, description, change }) =>
      change === undefined
        ? { name: tool, about: description }
        : { name: tool, about: `${change.kind}: asked about before it is used`, style: 'warning' },
    ),
    columns,
  );
}

function promptRows({ name }: McpServerStatus, { prompts }: McpView, columns: number): Row[] {
  const entries = prompts.filter(({ server }) => server === name);
  return namedRows(
    entries.map((prompt) => ({ name: `/${name}:${prompt.name}`, about: prompt.description })),
    columns,
  );
}

function resourceRows({ name }: McpServerStatus, { resources, templates }: McpView, columns: number): Row[] {
  const ofServer = ({ server }: { server: string }) => server === name;
  const listed = [
    ...resources.filter(ofServer).map((one) => ({ name: one.uri, about: one.title ?? one.name })),
    ...templates.filter(ofServer).map((one) => ({ name: one.uriTemplate, about: one.title ?? one.name })),
  ];
  return namedRows(listed, columns);
}

function namedRows(
  entries: readonly { name: string; about: string; style?: Style }[],
  columns: number,
): Row[] {
  const width = Math.min(MAX_NAME_COLUMNS, Math.max(0, ...entries.map(({ name }) => widthOf(name))));
  return entries.map(({ name, about, style }) => {
    const padding = ' '.repeat(Math.max(0, width - widthOf(name)) + 2);
    const told = span(cleanLine(about), style ?? 'dim');
    return fitRow(
      [span(INDENT), style === undefined ? span(name) : span(name, style), span(padding), told],
      columns,
    );
  });
}

function instructionRows({ name }: McpServerStatus, mcp: McpView, columns: number): Row[] {
  const text = mcp.instructions(name);
  if (text === null) return [];
  return indentedRows(textLines(text, 'dim'), columns);
}

/** The newest line last, as in a terminal. */
function logRows({ name }: McpServerStatus, mcp: McpView, columns: number): Row[] {
  const all = mcp.log(name);
  const left = all.length - LOG_LINES;
  const more = left > 0 ? [[span(`${INDENT}${GLYPHS.more} ${left} earlier lines`, 'dim')]] : [];
  const lines = all.slice(-LOG_LINES).map((text) => line(span(cleanLine(text))));
  return [...more, ...indentedRows(lines, columns)];
}
