import type { SessionState } from '../../core/session-state.ts';
import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { countOf, formatElapsed, formatTokens } from '../draw/quantities.ts';
import { shortPath } from '../draw/short-path.ts';
import { type Row, rowText, type Span, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../theme.ts';
import type { UiState } from '../update/ui-state.ts';

/** A piece of the status line; where there is little room, those with the highest rank go first. */
interface Part {
  text: string;
  rank: number;
  style?: Style;
}

const SEPARATOR = ' · ';

export interface StatusView {
  session: SessionState;
  ui: UiState;
  /** Epoch milliseconds. */
  now: number;
  /** The user's home directory, shown as a tilde. */
  home: string;
}

/** Mode, agent, context, cost, trouble, and what can be done now, in one row. */
export function statusRow(view: StatusView, columns: number): Row {
  const parts = [...partsOf(view), hintOf(view)].filter((part) => part.text !== '');
  for (;;) {
    const row = joinParts(parts);
    if (widthOf(rowText(row)) <= columns || parts.length <= 1) return fitRow(row, columns);
    const ranks = parts.map((part) => part.rank);
    parts.splice(ranks.lastIndexOf(Math.max(...ranks)), 1);
  }
}

function joinParts(parts: readonly Part[]): Row {
  return parts.flatMap(({ text, style = 'dim' }, index): Span[] => {
    const shown = span(text, style);
    return index === 0 ? [shown] : [span(SEPARATOR, 'dim'), shown];
  });
}

function partsOf({ session, now, home }: StatusView): Part[] {
  const { turn, usage, queue } = session;
  const elapsed = turn === null ? '' : formatElapsed(now - turn.startedAt);
  return [
    { text: elapsed, rank: 1, style: 'accent' },
    { text: session.mode, rank: 0, style: session.mode === 'dontAsk' ? 'warning' : 'dim' },
    backendPart(session),
    { text: usageText(session), rank: 5 },
    { text: usage.used === undefined ? shortPath(session.cwd, home) : '', rank: 7 },
    { text: queue.length === 0 ? '' : `${queue.length} queued`, rank: 3 },
    { text: mcpTrouble(session), rank: 4, style: 'warning' },
  ];
}

function backendPart(session: SessionState): Part {
  const { backend, backendState } = session;
  if (backendState === 'starting')
    return { text: `starting ${backend}${GLYPHS.more}`, rank: 2, style: 'accent' };
  if (backendState === 'exited') return { text: `${backend} has ended`, rank: 2, style: 'bad' };
  const model = session.configOptions.find((option) => option.category === 'model');
  const choice = model?.choices.find(({ value }) => value === model.value);
  return { text: choice?.name ?? backend, rank: 6 };
}

function usageText({ usage: { used, size, cost } }: SessionState): string {
  const share =
    size === undefined || size === 0
      ? ''
      : `${Math.round(((used ?? 0) / size) * 100)}% of ${formatTokens(size)}`;
  const context = used === undefined ? '' : share || `${formatTokens(used)} tokens`;
  return [context, cost === undefined ? '' : formatCost(cost)].filter((text) => text !== '').join(SEPARATOR);
}

function formatCost({ amount, currency }: { amount: number; currency: string }): string {
  return currency === 'USD' ? `$${amount.toFixed(2)}` : `${amount.toFixed(2)} ${currency}`;
}

function mcpTrouble({ mcp }: SessionState): string {
  const troubled = mcp.filter(
    ({ state }) => state === 'failed' || state === 'backing_off' || state === 'needs_auth',
  );
  const [first] = troubled;
  if (first === undefined) return '';
  return troubled.length === 1
    ? `MCP ${first.name} is down`
    : `${countOf(troubled.length, 'MCP server')} down`;
}

function hintOf({ session, ui }: StatusView): Part {
  if (ui.armed?.key === 'interrupt') return { text: 'Ctrl+C again leaves', rank: 0, style: 'warning' };
  if (ui.armed?.key === 'escape') return { text: 'Esc again clears the draft', rank: 0, style: 'warning' };
  if (session.turn?.cancelling === true)
    return { text: `interrupting${GLYPHS.more}`, rank: 0, style: 'warning' };
  if (session.questions.length + session.elicitations.length > 0)
    return { text: 'waits for your answer', rank: 2, style: 'warning' };
  if (ui.showsKeys) return { text: 'Esc closes', rank: 0 };
  return session.turn === null ? { text: '? for keys', rank: 3 } : { text: 'esc interrupts', rank: 2 };
}
