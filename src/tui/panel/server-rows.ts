import { cleanLine } from '../../core/text/clean-text.ts';
import type { McpServerStatus } from '../../core/state/mcp-status.ts';
import { widthOf } from '../draw/graphemes.ts';
import { fitRow, indentLines, line, textLines, wrapLines } from '../draw/line.ts';
import { countOf } from '../draw/quantities.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import type { McpView } from './mcp-view.ts';
import { reasonOf, SERVER_STATES } from './server-state.ts';

const LOG_LINES = 50;
const MAX_NAME_COLUMNS = 32;
const INDENT = '  ';

/** All there is to say of a server: what is wrong with it first, and its log early where something is. */
export function serverRows(server: McpServerStatus, mcp: McpView, columns: number): Row[] {
  const log = section('Log', logRows(server, mcp, columns));
  const offers = [
    ...section('Tools', toolRows(server, mcp, columns)),
    ...section('Prompts', promptRows(server, mcp, columns)),
    ...section('Resources', resourceRows(server, mcp, columns)),
    ...section('Instructions', instructionRows(server, mcp, columns)),
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

function section(title: string, rows: readonly Row[]): Row[] {
  return rows.length === 0 ? [] : [[], [span(title, 'strong')], ...rows];
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
  return wrapLines(indentLines(textLines(text, 'dim'), [span(INDENT)], [span(INDENT)]), columns);
}

/** The newest line last, as in a terminal. */
function logRows({ name }: McpServerStatus, mcp: McpView, columns: number): Row[] {
  const all = mcp.log(name);
  const left = all.length - LOG_LINES;
  const more = left > 0 ? [[span(`${INDENT}${GLYPHS.more} ${left} earlier lines`, 'dim')]] : [];
  const lines = all.slice(-LOG_LINES).map((text) => line(span(cleanLine(text))));
  return [...more, ...wrapLines(indentLines(lines, [span(INDENT)], [span(INDENT)]), columns)];
}
