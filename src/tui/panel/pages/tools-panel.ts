import type { CatalogueTool } from '../../../core/ports/catalogue.ts';
import type { Style } from '../../draw/theme.ts';
import { cleanLine, cleanText } from '../../../core/text/clean-text.ts';
import { decide } from '../../../core/gate/decide.ts';
import { parseRule, type PermissionRule, type RuleEffect } from '../../../core/gate/permission-rule.ts';
import type { RuleInEffect } from '../../../core/ports/session-permissions.ts';
import type { SessionState } from '../../../core/state/session-state.ts';
import { textLines } from '../../draw/line.ts';
import { countOf } from '../../../core/text/quantities.ts';
import { type Row, span } from '../../draw/span.ts';
import { factRows, indentedRows, sectionRows } from '../detail-rows.ts';
import type { PanelSources, ListPage, PanelItem, TextPage } from '../panel-page.ts';
import { RULES, valueOf } from '../source.ts';
import { argumentRows } from './argument-rows.ts';

/** `/tools`: what MCP servers let an agent call, and what simse makes of each call. */
export function toolsPanel({ mcp: { tools }, session, loads }: PanelSources): ListPage {
  const servers = new Set(tools.map(({ server }) => server)).size;
  const rules = valueOf(loads.of(RULES));
  return {
    kind: 'list',
    title: 'MCP tools',
    note: tools.length === 0 ? '' : `${countOf(tools.length, 'tool')} of ${countOf(servers, 'server')}`,
    items: tools.map(toolItem),
    needs: [RULES],
    empty: 'No MCP server that is ready has a tool. /mcp shows how they are.',
    open(name) {
      const tool = tools.find((candidate) => candidate.name === name);
      return tool === undefined ? null : toolPage(tool, session, rules);
    },
  };
}

function toolItem(tool: CatalogueTool): PanelItem {
  const { name, server, description, title } = tool;
  const marks = toolMarks(tool);
  const [first] = marks;
  return {
    id: name,
    section: server,
    cells: [
      span(tool.tool),
      span(marks.map(({ text }) => text).join(', '), first?.style ?? 'dim'),
      span(cleanLine(description === '' ? (title ?? '') : description), 'dim'),
    ],
  };
}

function toolPage(
  tool: CatalogueTool,
  session: SessionState,
  rules: readonly RuleInEffect[] | null,
): TextPage {
  const { name, title = '', description, inputSchema, outputSchema } = tool;
  const marks = toolMarks(tool);
  return {
    kind: 'text',
    title: name,
    note: marks.map(({ text }) => text).join(', '),
    rows: (columns) => [
      ...factRows(
        [
          { name: 'title', value: cleanLine(title) },
          { name: 'a call', value: rules === null ? '' : verdictOf(tool, session, rules) },
        ],
        columns,
      ),
      ...markRows(marks, columns),
      ...sectionRows('Description', descriptionRows(description, columns)),
      ...sectionRows('Arguments', argumentRows(inputSchema, columns)),
      ...sectionRows('Answers with', argumentRows(outputSchema ?? {}, columns)),
    ],
  };
}

function descriptionRows(description: string, columns: number): Row[] {
  return description.trim() === '' ? [] : indentedRows(textLines(cleanText(description)), columns);
}

function markRows(marks: readonly ToolMark[], columns: number): Row[] {
  return marks.flatMap(({ says, style }) => indentedRows(textLines(says, style), columns));
}

/** Something about a tool that one should know before it is called. */
interface ToolMark {
  text: string;
  /** As a sentence. */
  says: string;
  style: Style;
}

/** What simse knows of a tool, then what its server claims of it. A tool writes by default, so that is not said. */
function toolMarks({ change, annotations = {} }: CatalogueTool): ToolMark[] {
  const claims = (hint: string) => annotations[hint] === true;
  const marks: (ToolMark | false)[] = [
    change !== undefined && {
      text: change.kind,
      says: `${change.kind === 'new' ? 'It was not there' : 'It was another'} when you approved of the tools; it is asked about before it is used.`,
      style: 'warning',
    },
    claims('destructiveHint') && {
      text: 'destructive',
      says: 'Its server says that it may destroy something.',
      style: 'bad',
    },
    claims('readOnlyHint') && {
      text: 'read-only',
      says: 'Its server says that it only reads.',
      style: 'good',
    },
  ];
  return marks.filter((mark) => mark !== false);
}

const OUTCOMES = { allow: 'is allowed', ask: 'is asked about', deny: 'is denied' } as const;

/** What becomes of a call now. A rule about its arguments may say otherwise when they are known. */
function verdictOf(
  { name, change }: CatalogueTool,
  { mode }: SessionState,
  rules: readonly RuleInEffect[],
): string {
  const request = {
    kind: 'tool',
    tool: name,
    args: {},
    ...(change === undefined ? {} : { change }),
  } as const;
  const of = (effect: RuleEffect, isOfSession: boolean): PermissionRule[] =>
    rules
      .filter((rule) => rule.effect === effect && rule.isOfSession === isOfSession)
      .map(({ rule }) => parseRule(rule));
  const { outcome, reason } = decide(request, {
    mode,
    deny: of('deny', false),
    ask: [...of('ask', false), ...of('ask', true)],
    allow: of('allow', false),
    remembered: { allow: of('allow', true), deny: of('deny', true) },
    roots: [],
  });
  return `${OUTCOMES[outcome]}: ${reason}`;
}
