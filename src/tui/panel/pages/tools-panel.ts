import { decide } from '../../../core/gate/decide.ts';
import { type PermissionRule, parseRule, type RuleEffect } from '../../../core/gate/permission-rule.ts';
import { isRecord, type JsonObject } from '../../../core/json.ts';
import type { CatalogueTool } from '../../../core/ports/catalogue.ts';
import type { RuleInEffect } from '../../../core/ports/session-permissions.ts';
import type { SessionState } from '../../../core/state/session-state.ts';
import { cleanLine, cleanText } from '../../../core/text/clean-text.ts';
import { countOf } from '../../../core/text/quantities.ts';
import { widthOf } from '../../draw/graphemes.ts';
import { indentLines, line, textLines, wrapLines } from '../../draw/line.ts';
import { type Row, span } from '../../draw/span.ts';
import type { Style } from '../../draw/theme.ts';
import { factRows, indentedRows, sectionRows } from '../detail-rows.ts';
import { RULES, valueOf } from '../panel-feed.ts';
import type { ListPage, PanelItem, PanelSources, TextPage } from '../panel-page.ts';

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
      says: `${change.kind === 'new' ? 'It was not there' : 'It was another'} when you approved the tools; it is asked about before it is used.`,
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

const MAX_NAME_COLUMNS = 24;
/** Of the values that an argument can have. */
const MAX_VALUES = 8;
const MAX_DEPTH = 3;

/** The arguments that a JSON Schema describes: name, type, whether one is required, and what it is for. */
function argumentRows(schema: JsonObject, columns: number): Row[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = Object.keys(properties);
  const widest = Math.max(0, ...names.map((name) => widthOf(cleanLine(name))));
  const width = Math.min(widest, MAX_NAME_COLUMNS, Math.floor(columns / 3));
  return names.flatMap((name) => {
    const property = properties[name];
    const label = cleanLine(name);
    const padding = ' '.repeat(Math.max(0, width - widthOf(label)) + 2);
    const told = line(
      span(typeOf(property), 'accent'),
      span(required.includes(name) ? '  required' : '', 'warning'),
      span(descriptionOf(property), 'dim'),
    );
    const head = [span(`  ${label}`, 'strong'), span(padding)];
    return wrapLines(indentLines([told], head, [span(' '.repeat(width + 4))]), columns);
  });
}

function descriptionOf(schema: unknown): string {
  if (!isRecord(schema)) return '';
  const { description, default: preset } = schema;
  const told = typeof description === 'string' ? `  ${cleanLine(description)}` : '';
  return preset === undefined ? told : `${told}  (${JSON.stringify(preset)} without it)`;
}

/** A type in a few words: `string`, `number[]`, `"a" | "b"`, `{ name, age }`. */
function typeOf(schema: unknown, depth = 0): string {
  if (!isRecord(schema) || depth > MAX_DEPTH) return 'anything';
  const { type, enum: values, const: constant, anyOf, oneOf, items, properties } = schema;
  if (Array.isArray(values)) return oneOfThese(values.map((value) => JSON.stringify(value)));
  if (constant !== undefined) return cleanLine(JSON.stringify(constant));
  const choices = [anyOf, oneOf].find(Array.isArray);
  if (choices !== undefined) return oneOfThese(choices.map((choice) => typeOf(choice, depth + 1)));
  if (Array.isArray(type)) return oneOfThese(type.map(String));
  if (type === 'array') return items === undefined ? 'list' : `${typeOf(items, depth + 1)}[]`;
  if (isRecord(properties))
    return `{ ${cleanLine(Object.keys(properties).slice(0, MAX_VALUES).join(', '))} }`;
  return typeof type === 'string' ? cleanLine(type) : 'anything';
}

function oneOfThese(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_VALUES).map(cleanLine).join(' | ');
  return texts.length > MAX_VALUES ? `${shown} | …` : shown;
}
