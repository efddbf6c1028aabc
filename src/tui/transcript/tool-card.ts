import { displayPath } from '../../core/gate/workspace-path.ts';
import type { TerminalState } from '../../core/state/session-state.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { countOf, formatDuration, formatElapsed } from '../../core/text/quantities.ts';
import type { Diff, ToolCall, ToolKind, ToolProgress } from '../../core/tool-call.ts';
import { fitRow, indentLines, type Line, line } from '../draw/line.ts';
import { type Row, type Span, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import type { BlockView, ToolBlock } from './block.ts';
import { cardTitle } from './card-title.ts';
import { diffCounts, diffLines } from './diff-lines.ts';
import { diffRows } from './diff-rows.ts';
import { moreLine, outputLines, outputOf } from './output-lines.ts';

/** Kinds whose result a person wants to see. */
const TELLING_KINDS: ReadonlySet<ToolKind> = new Set(['execute', 'other', 'delete', 'move']);

/** Of what runs, as much as can still be read at a glance. */
const TITLE_CHARS = 500;

const DIFF_LINES = 20;

/** Minified code has longer lines. */
const DIFF_LINE_CHARS = 2000;

/** Where all is shown: more than this nobody goes through line by line. */
const WHOLE_DIFF_LINES = 20_000;

/** Of what a sub-agent has called, in the card of the call that it works for. */
const CHILDREN = 3;

const INDENT = '  ';

/** A tool call as a card: what it does, how it went, and the part of its result that tells most. */
export function cardLines(block: ToolBlock, view: BlockView): Line[] {
  const lines = [
    headLine(block, view),
    ...indentLines([...childLines(block, view), ...bodyLines(block, view)], [span(INDENT)]),
  ];
  return block.isOrphan ? indentLines(lines, [span(INDENT)]) : lines;
}

/** Of a card only what it does and how far it is: what is asked about it shows the rest. */
export function cardHead(block: ToolBlock, view: BlockView): Line[] {
  const head = [headLine(block, { ...view, whole: false })];
  return block.isOrphan ? indentLines(head, [span(INDENT)]) : head;
}

function headLine({ call, terminals, children, cwd }: ToolBlock, { now, whole }: BlockView): Line {
  const diffs = diffsOf(call);
  const facts = toolFacts(call, { terminals, diffs, children: countCalls(children), now });
  const title = cardTitle(call, terminals, cwd);
  const shown = whole || title.length <= TITLE_CHARS ? title : title.slice(0, TITLE_CHARS) + GLYPHS.more;
  const head = line(span(shown), ...(facts.length === 0 ? [] : [span(INDENT), ...facts]));
  return indentLines([head], [statusMark(call)])[0] ?? head;
}

function countCalls(children: readonly ToolBlock[]): number {
  return children.reduce((sum, child) => sum + 1 + countCalls(child.children), 0);
}

function statusMark({ status, denied }: ToolCall): Span {
  const style: Style =
    status === 'failed' || denied !== undefined ? 'bad' : status === 'completed' ? 'good' : 'dim';
  return span(`${GLYPHS.tool} `, style);
}

/** What a sub-agent has called: the last ones in a line each, or every card. */
function childLines({ children }: ToolBlock, view: BlockView): Line[] {
  if (view.whole) return children.flatMap((child) => cardLines(child, view));
  const shown = children.slice(-CHILDREN);
  const left = children.length - shown.length;
  const more = left === 0 ? [] : [line(span(`${GLYPHS.more} ${countOf(left, 'earlier tool call')}`, 'dim'))];
  return [...more, ...shown.map((child) => headLine(child, view))];
}

function bodyLines({ call, terminals, cwd }: ToolBlock, view: BlockView): Line[] {
  const { whole = false, keymap } = view;
  const diffs = diffsOf(call);
  const shown = diffs.flatMap((diff) => [
    ...(diffs.length > 1
      ? [line(span(displayPath([cwd], diff.path)), span(`  ${diffCounts([diff])}`, 'dim'))]
      : []),
    ...someLines(diff, view),
  ]);
  const wanted = whole || call.status === 'failed' || TELLING_KINDS.has(call.kind) || terminals.length > 0;
  const output = wanted ? outputOf(call, terminals, whole) : '';
  if (output === '') return shown;
  // A command says last how it went; of an answer the beginning tells most.
  const isCommand = call.kind === 'execute' || terminals.length > 0;
  const style = call.status === 'failed' && !isCommand ? 'bad' : 'dim';
  const part = whole ? 'all' : isCommand ? 'end' : 'beginning';
  return [...shown, ...outputLines(output, part, style, keymap)];
}

function diffsOf(call: ToolCall): Diff[] {
  return call.content.filter((content) => content.type === 'diff');
}

function someLines(diff: Diff, { whole, keymap }: BlockView): Line[] {
  const lines = diffLines(
    diff,
    whole ? { lines: WHOLE_DIFF_LINES } : { lines: DIFF_LINES, chars: DIFF_LINE_CHARS },
  );
  const left = diffRows(diff).rows.length - lines.length;
  if (left === 0) return lines;
  return [
    ...lines,
    whole ? line(span(`${GLYPHS.more} ${countOf(left, 'more line')}`, 'dim')) : moreLine(left, keymap),
  ];
}

interface Known {
  terminals: readonly TerminalState[];
  diffs: readonly Diff[];
  /** How many calls a sub-agent has made for this one. */
  children: number;
  /** Epoch milliseconds. */
  now: number;
}

/** How a call went, or how far it is, in words that need no colour. */
function toolFacts(call: ToolCall, { terminals, diffs, children, now }: Known): Span[] {
  // What was refused has no end of its own.
  const exits = call.denied === undefined ? terminals.flatMap(exitSpan) : [];
  const facts = [...outcome(call), ...changes(diffs), ...exits];
  if (call.notAsked === true) facts.push(span('ran without asking', 'warning'));
  if (children > 0) facts.push(span(countOf(children, 'tool call'), 'dim'));
  const took = (call.endedAt ?? now) - call.startedAt;
  if (call.endedAt === undefined) facts.push(span(formatElapsed(took), 'dim'));
  else if (took > 0) facts.push(span(formatDuration(took), 'dim'));
  return facts.flatMap((fact, index) => (index === 0 ? [fact] : [span(' · ', 'dim'), fact]));
}

function outcome({ status, denied }: ToolCall): Span[] {
  if (denied !== undefined && status !== 'completed') return [span(`refused: ${cleanLine(denied)}`, 'bad')];
  if (status === 'failed') return [span('failed', 'bad')];
  return status === 'cancelled' ? [span('cancelled', 'warning')] : [];
}

function changes(diffs: readonly Diff[]): Span[] {
  const counts = diffCounts(diffs);
  return counts === '' ? [] : [span(counts, 'dim')];
}

function exitSpan({ running, exitCode, signal }: TerminalState): Span[] {
  if (running || exitCode === 0) return [];
  return [span(signal === null ? `exit ${exitCode ?? '?'}` : signal, 'bad')];
}

const BAR_COLUMNS = 20;

/** How far a running call is, on one line whatever it says, so that nothing below it moves. */
export function progressLines({ call: { progress }, isOrphan }: ToolBlock, columns: number): Line[] {
  if (progress === undefined) return [];
  const indent = isOrphan ? INDENT + INDENT : INDENT;
  const row = [...amountSpans(progress), span(`  ${cleanLine(progress.message ?? '')}`, 'dim')];
  return indentLines([line(...fitRow(row, Math.max(1, columns - indent.length)))], [span(indent)]);
}

/** A bar where the end is known, else the count. */
function amountSpans({ progress, total }: ToolProgress): Row {
  if (total === undefined || !(total > 0)) return [span(formatCount(progress), 'accent')];
  const share = Math.min(1, Math.max(0, progress / total));
  const done = Math.round(share * BAR_COLUMNS);
  return [
    span('━'.repeat(done), 'accent'),
    span('─'.repeat(BAR_COLUMNS - done), 'dim'),
    span(`${Math.floor(share * 100)}%`.padStart(5)),
  ];
}

function formatCount(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 1 });
}
