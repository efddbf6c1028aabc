import type { Diff, ToolCall, ToolKind } from '../../core/tool-call.ts';
import { indentLines, type Line, line } from '../draw/line.ts';
import { countOf } from '../draw/quantities.ts';
import { type Span, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import type { ToolBlock } from './block.ts';
import type { BlockView } from './block-view.ts';
import { diffCounts, diffLines } from './diff-lines.ts';
import { diffRows } from './diff-rows.ts';
import { moreLine, outputLines, outputOf } from './output-lines.ts';
import { toolFacts } from './tool-facts.ts';
import { toolTitle } from './tool-title.ts';
import { displayPath } from '../../core/gate/workspace-path.ts';

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

/** Of a card only what it does and how far it is: what is asked about it shows the rest. */
export function toolHead(block: ToolBlock, view: BlockView): Line[] {
  const head = [headLine(block, { ...view, whole: false })];
  return block.isOrphan ? indentLines(head, [span(INDENT)]) : head;
}

/** A tool call as a card: what it does, how it went, and the part of its result that tells most. */
export function toolLines(block: ToolBlock, view: BlockView): Line[] {
  const lines = [
    headLine(block, view),
    ...indentLines([...childLines(block, view), ...bodyLines(block, view)], [span(INDENT)]),
  ];
  return block.isOrphan ? indentLines(lines, [span(INDENT)]) : lines;
}

function headLine({ call, terminals, children, cwd }: ToolBlock, { now, whole }: BlockView): Line {
  const diffs = diffsOf(call);
  const facts = toolFacts(call, { terminals, diffs, children: countCalls(children), now });
  const title = toolTitle(call, terminals, cwd);
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
  if (view.whole) return children.flatMap((child) => toolLines(child, view));
  const shown = children.slice(-CHILDREN);
  const left = children.length - shown.length;
  const more = left === 0 ? [] : [line(span(`${GLYPHS.more} ${countOf(left, 'tool call')} before`, 'dim'))];
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
