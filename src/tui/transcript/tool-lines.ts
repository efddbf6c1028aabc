import { cleanLine } from '../../core/clean-text.ts';
import { blockToText } from '../../core/content.ts';
import type { TerminalState } from '../../core/session-state.ts';
import type { Diff, ToolCall, ToolKind } from '../../core/tool-call.ts';
import { indentLines, type Line, line, verbatimLine } from '../draw/line.ts';
import { formatDuration, formatElapsed } from '../draw/quantities.ts';
import { span, type Span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../theme.ts';
import { diffCounts, diffLines } from './diff-lines.ts';

const LABELS: Readonly<Record<ToolKind, string>> = {
  read: 'Read',
  edit: 'Edit',
  delete: 'Delete',
  move: 'Move',
  search: 'Search',
  execute: 'Run',
  think: 'Think',
  fetch: 'Fetch',
  switch_mode: 'Switch mode',
  other: '',
};

/** Kinds whose result a person wants to see. */
const TELLING_KINDS: ReadonlySet<ToolKind> = new Set(['execute', 'other', 'delete', 'move']);

const OUTPUT_LINES = 5;
/** Of one line of output in a card. */
const OUTPUT_LINE_CHARS = 400;
const DIFF_LINES = 20;
const INDENT = '  ';

export interface ToolView {
  /** Epoch milliseconds, for a tool that still runs. */
  now: number;
  /** Everything it gave, not only what fits into a card. */
  whole: boolean;
}

/** A tool call as a card: what it does, how it went, and the part of its result that tells most. */
export function toolLines(call: ToolCall, terminals: readonly TerminalState[], view: ToolView): Line[] {
  const lines = [
    headLine(call, terminals, view.now),
    ...reasonLines(call),
    ...bodyLines(call, terminals, view.whole),
  ];
  return call.parentId === undefined ? lines : indentLines(lines, [span(INDENT)]);
}

/** What the tool does: its own title, with its kind's word before it where that does not begin with a verb already. */
function toolTitle({ kind, title, name }: ToolCall): string {
  const own = cleanLine(title);
  if (own === '') return cleanLine(name ?? '') || LABELS[kind] || 'Tool';
  return LABELS[kind] === '' || /^[A-Z][a-z]+(?: |$)/.test(own) ? own : `${LABELS[kind]} ${own}`;
}

function headLine(call: ToolCall, terminals: readonly TerminalState[], now: number): Line {
  const facts = outcomeSpans(call, terminals, now);
  const [mark] = statusMark(call);
  const head = line(span(toolTitle(call)), ...(facts.length === 0 ? [] : [span(INDENT), ...facts]));
  return indentLines([head], [mark])[0] ?? head;
}

function statusMark({ status, denied }: ToolCall): [Span] {
  const style: Style =
    status === 'failed' || denied !== undefined ? 'bad' : status === 'completed' ? 'good' : 'dim';
  return [span(`${GLYPHS.tool} `, style)];
}

function outcomeSpans(call: ToolCall, terminals: readonly TerminalState[], now: number): Span[] {
  const diffs = diffsOf(call);
  const took = (call.endedAt ?? now) - call.startedAt;
  const facts: Span[] = [];
  if (call.status === 'failed') facts.push(span(call.denied === undefined ? 'failed' : 'denied', 'bad'));
  if (call.status === 'cancelled') facts.push(span('cancelled', 'warning'));
  if (diffs.length > 0) facts.push(span(diffCounts(diffs), 'dim'));
  facts.push(...terminals.flatMap((terminal) => exitSpan(terminal)));
  if (call.notAsked === true) facts.push(span('not asked', 'warning'));
  if (call.endedAt === undefined) facts.push(span(formatElapsed(took), 'dim'));
  else if (took > 0) facts.push(span(formatDuration(took), 'dim'));
  return facts.flatMap((fact, index) => (index === 0 ? [fact] : [span(' · ', 'dim'), fact]));
}

function exitSpan({ running, exitCode, signal }: TerminalState): Span[] {
  if (running || exitCode === 0) return [];
  return [span(signal === null ? `exit ${exitCode ?? '?'}` : signal, 'bad')];
}

function reasonLines({ denied }: ToolCall): Line[] {
  return denied === undefined ? [] : indentLines([line(span(cleanLine(denied), 'dim'))], [span(INDENT)]);
}

function bodyLines(call: ToolCall, terminals: readonly TerminalState[], whole: boolean): Line[] {
  const diffs = diffsOf(call).flatMap((diff) => firstLines(diffLines(diff), whole));
  const wanted = whole || call.status === 'failed' || TELLING_KINDS.has(call.kind) || terminals.length > 0;
  const output = wanted ? outputOf(call, terminals, whole) : '';
  // A command says last how it went; of an answer the beginning tells most.
  const from = call.kind === 'execute' || terminals.length > 0 ? 'end' : 'beginning';
  const style = call.status === 'failed' ? 'bad' : 'dim';
  const lines = output === '' ? [] : outputLines(output, whole ? 'all' : from, style);
  return indentLines([...diffs, ...lines], [span(INDENT)]);
}

/** Terminals and texts of the result; the raw output when everything is wanted and there is neither. */
function outputOf(call: ToolCall, terminals: readonly TerminalState[], whole: boolean): string {
  const texts = call.content.flatMap((content) =>
    content.type === 'content' ? blockToText(content.block) : [],
  );
  const text = [...terminals.map((terminal) => terminal.output), ...texts].join('\n').trim();
  if (text !== '' || !whole || call.output === undefined) return text;
  return typeof call.output === 'string' ? call.output : JSON.stringify(call.output, null, 2);
}

type Part = 'all' | 'beginning' | 'end';

/** Some lines of an output, or all; of a line that was written over again and again, what it said last. */
function outputLines(output: string, part: Part, style: Style): Line[] {
  const whole = part === 'all';
  const all = output.split(/\r?\n/);
  const shown = whole ? all : part === 'end' ? all.slice(-OUTPUT_LINES) : all.slice(0, OUTPUT_LINES);
  const lines = shown.map((text) => {
    const last = text.split('\r').findLast((part) => part !== '') ?? '';
    return verbatimLine(span(whole ? last : last.slice(0, OUTPUT_LINE_CHARS), style));
  });
  const more = shown.length === all.length ? [] : [moreLine(all.length - shown.length)];
  return part === 'end' ? [...more, ...lines] : [...lines, ...more];
}

function diffsOf(call: ToolCall): Diff[] {
  return call.content.filter((content) => content.type === 'diff');
}

function firstLines(lines: readonly Line[], whole: boolean): Line[] {
  if (whole || lines.length <= DIFF_LINES) return [...lines];
  return [...lines.slice(0, DIFF_LINES), moreLine(lines.length - DIFF_LINES)];
}

function moreLine(count: number): Line {
  return line(span(`${GLYPHS.more} ${count} more lines, Ctrl+O shows all`, 'dim'));
}
