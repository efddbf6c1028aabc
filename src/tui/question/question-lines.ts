import type { Claim, GateRequest, PermissionQuestion, ResolvedPath } from '../../core/gate/gate-request.ts';
import { displayPath } from '../../core/gate/workspace-path.ts';
import { isRecord, recordOf, textOf } from '../../core/json.ts';
import { callKey, type SessionState } from '../../core/state/session-state.ts';
import { revealLine, revealText } from '../../core/text/reveal-text.ts';
import type { Diff, ToolCall } from '../../core/tool-call.ts';
import { indentLines, type Line, line, verbatimLine, type WrappedEnds, wrapEnds } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { markdownLines } from '../transcript/markdown/markdown-lines.ts';
import {
  changeLines,
  commandLines,
  directoryLines,
  editLines,
  isNamed,
  jsonLines,
  pathLine,
  type QuestionView,
} from './request-lines.ts';

/** What is asked about, by whom, and the workspace it is asked in. */
type AskedRequest = Pick<PermissionQuestion, 'request' | 'roots' | 'title' | 'askedBy'>;

/**
 * What a question is called above what it is about. A command is never half in a title: it stands below, whole.
 */
export function headingOf({ request, title }: AskedRequest): string {
  const runs = request.kind === 'shell' || (request.kind === 'claim' && request.command !== undefined);
  return runs ? 'Run a command' : title;
}

/** Who asks: the backend or the MCP server, and the sub-agent of it where the question comes from one. */
export function askerName(
  { askedBy, toolCallId }: PermissionQuestion,
  { entries }: Pick<SessionState, 'entries'>,
): string {
  const callOf = (id: string | undefined): ToolCall | undefined => {
    const entry = id === undefined ? undefined : entries.last(callKey(id));
    return entry?.kind === 'tool' ? entry.call : undefined;
  };
  const parent = callOf(callOf(toolCallId)?.parentId);
  return parent === undefined || parent.title === '' ? askedBy : `${askedBy}, for "${parent.title}"`;
}

/** What a request would really do, in full. */
export function questionLines(asked: AskedRequest, view: QuestionView = { isTitled: true }): Line[] {
  const { request, roots = [] } = asked;
  switch (request.kind) {
    case 'read':
      return isNamed(request.path, roots, view) ? [] : [pathLine(request.path, roots)];
    case 'edit':
      return editLines(request.path, request.diff, roots, view);
    case 'shell':
      return [...directoryLines(request, roots), ...commandLines(request.command)];
    case 'tool':
      return toolLines(request);
    case 'sampling':
      return jsonLines(request.prompt);
    case 'claim':
      return claimLines(request, asked, view);
  }
}

function toolLines({ tool, args, change }: Extract<GateRequest, { kind: 'tool' }>): Line[] {
  const call = [line(span(revealLine(tool), 'strong')), ...jsonLines(args)];
  return change === undefined ? call : [...call, ...changeLines(change)];
}

/** What the backend says it would do: its command, its diffs, its paths, or at least what it hands to its tool. */
function claimLines(claim: Claim, asked: AskedRequest, view: QuestionView): Line[] {
  if (claim.plan !== undefined) return planLines(claim.plan, claim.input);
  const { command, diffs } = claim;
  const { roots = [] } = asked;
  const isOne = diffs.length === 1;
  return [
    ...directoryLines(claim, roots),
    ...purposeLines(claim, asked.askedBy, view),
    ...(diffs.length === 0 ? placesOf(claim, roots) : []),
    ...(command === undefined ? [] : commandLines(command)),
    ...diffs.flatMap((diff) =>
      editLines(resolved(claim, diff), diff, roots, isOne ? view : { ...view, isTitled: false }),
    ),
    ...(command === undefined && diffs.length === 0 ? toldLines(claim, view) : []),
  ];
}

/** Of a request that shows neither a command nor a change: the title that the agent gives it, and what its tool gets. */
function toldLines({ title, toolName, input, paths }: Claim, { isTitled }: QuestionView): Line[] {
  const name =
    toolName === undefined || toolName === title ? [] : [line(span(revealLine(toolName), 'strong'))];
  const json = isEmpty(input) ? [] : jsonLines(input);
  if (json.length > 0) return [...(isTitled ? [] : titleLines(title)), ...name, ...json];
  const only = `The agent shows only this title, not what it will do${isTitled ? '.' : ':'}`;
  const warned = paths.length > 0 ? [] : [line(span(only, 'warning'))];
  return [...warned, ...(isTitled ? [] : titleLines(title)), ...name];
}

function isEmpty(input: unknown): boolean {
  if (input === undefined || input === null || input === '') return true;
  return typeof input === 'object' && Object.keys(input).length === 0;
}

function titleLines(title: string): Line[] {
  return revealText(title)
    .split('\n')
    .map((text) => verbatimLine(span(text, 'strong')));
}

/** Under these names tools take what a call is for, in the model's own words. */
const PURPOSE_KEYS = ['description', 'justification', 'reason'] as const;

/** Beyond this the agent's purpose is cut where there is little room: it is not what runs. */
const MAX_PURPOSE_CHARS = 160;

/** Why the agent wants it. Only words of the agent's: what will run stands below. */
function purposeLines({ command, input }: Claim, askedBy: string, { context }: QuestionView): Line[] {
  if (command === undefined) return [];
  const fields = recordOf(input);
  const told = PURPOSE_KEYS.map((key) => textOf(fields[key])).find(
    (text) => text !== undefined && text.trim() !== '',
  );
  if (told === undefined) return [];
  const purpose = revealLine(told);
  const isLong = context !== undefined && purpose.length > MAX_PURPOSE_CHARS;
  const shown = isLong ? `${purpose.slice(0, MAX_PURPOSE_CHARS)}…` : purpose;
  return indentLines(
    [line(span(`“${shown}”`, 'dim'))],
    [span(`${revealLine(askedBy)} says: `, 'dim')],
    [span('  ')],
  );
}

/** Its tables are laid out for a terminal of the usual width. */
const PLAN_COLUMNS = 76;

/** As it is meant to be read; blanks at the ends of lines are no more than Markdown's line breaks. */
function planLines(plan: string, input: unknown): Line[] {
  const { plan: _, ...named } = recordOf(input);
  const beside = isRecord(input) ? named : input;
  const told = isEmpty(beside) ? [] : [line(span('With it:', 'warning')), ...jsonLines(beside)];
  if (plan.trim() === '') return [line(span('The agent shows no plan.', 'warning')), ...told];
  return [...markdownLines(revealText(plan.trim().replace(/[ \t]+$/gm, '')), PLAN_COLUMNS), ...told];
}

/** The paths that it names; that a command runs in the working directory goes without saying. */
function placesOf({ command, paths }: Claim, roots: readonly string[]): Line[] {
  if (command === undefined) return paths.map((path) => pathLine(path, roots));
  const others = paths.filter(({ real }) => displayPath(roots.slice(0, 1), real) !== '.');
  return others.flatMap((path) => indentLines([pathLine(path, roots)], [span('touches ', 'dim')]));
}

/** Where a diff's path leads. */
function resolved({ paths }: Claim, { path }: Diff): ResolvedPath {
  return paths.find(({ given }) => given === path) ?? { given: path, real: path };
}

/** What is longer is for the pager, which lays it out as it is looked at. */
const MAX_ROWS = 2000;

/** How many lines around a change are shown, from the most that there is room for to none. */
const CONTEXTS = [3, 1, 0] as const;

/** What would be done does not change while it is asked about, and a diff takes its time. */
const drawn = new WeakMap<GateRequest, Map<string, WrappedEnds>>();

/** What a question's request would really do, in rows; of what stands around a change as much as fits into `height`. */
export function requestRows(
  asked: AskedRequest,
  columns: number,
  isTitled: boolean,
  height = Number.POSITIVE_INFINITY,
): WrappedEnds {
  const [most, ...fewer] = CONTEXTS;
  return fewer.reduce(
    (roomy, context) => (roomy.rows.length <= height ? roomy : rowsOf(asked, columns, { isTitled, context })),
    rowsOf(asked, columns, { isTitled, context: most }),
  );
}

function rowsOf(
  asked: AskedRequest,
  columns: number,
  view: { isTitled: boolean; context: number },
): WrappedEnds {
  const key = `${columns} ${view.isTitled} ${view.context}`;
  const known = drawn.get(asked.request) ?? new Map<string, WrappedEnds>();
  // Only the terminal's size of now is of use.
  const kept = [...known.keys()].some((other) => other.startsWith(`${columns} `)) ? known : new Map();
  const rows = kept.get(key) ?? wrapEnds(questionLines(asked, view), columns, MAX_ROWS);
  drawn.set(asked.request, kept.set(key, rows));
  return rows;
}
