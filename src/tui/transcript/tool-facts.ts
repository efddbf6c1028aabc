import { cleanLine } from '../../core/text/clean-text.ts';
import type { TerminalState } from '../../core/state/session-state.ts';
import type { Diff, ToolCall } from '../../core/tool-call.ts';
import { countOf, formatDuration, formatElapsed } from '../draw/quantities.ts';
import { type Span, span } from '../draw/span.ts';
import { diffCounts } from './diff-lines.ts';

interface Known {
  terminals: readonly TerminalState[];
  diffs: readonly Diff[];
  /** How many calls a sub-agent has made for this one. */
  children: number;
  /** Epoch milliseconds. */
  now: number;
}

/** How a call went, or how far it is, in words that need no colour. */
export function toolFacts(call: ToolCall, { terminals, diffs, children, now }: Known): Span[] {
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
