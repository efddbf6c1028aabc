import { cleanLine } from '../../../core/text/clean-text.ts';
import type { TurnTokens } from '../../../core/state/events.ts';
import { formatTokens, type EndedTurn, turnsOf, costText, usageText } from '../../../core/state/usage.ts';
import type { SessionState } from '../../../core/state/session-state.ts';
import { countOf, formatDuration } from '../../../core/text/quantities.ts';
import { span } from '../../draw/span.ts';
import type { PanelSources } from '../panel-page.ts';
import type { ListPage, PanelItem } from '../panel-page.ts';

const LAST = 'last';

/** `/cost`: what the session has cost so far, and each of its turns. */
export function costPanel({ session }: PanelSources): ListPage {
  const turns = turnsOf(session.entries);
  const spent = turns.reduce((sum, { durationMs }) => sum + durationMs, 0);
  return {
    kind: 'list',
    title: 'Cost',
    note: usageText(session),
    head: () => [
      [
        span(`  ${countOf(turns.length, 'turn')}, ${formatDuration(spent)} in all`),
        ...notesOf(turns, session).map((note) => span(` · ${note}`, 'dim')),
      ],
    ],
    items: turns.map(turnItem),
    ...(turns.length === 0 ? {} : { marked: String(turns.length) }),
    empty: 'No turn has ended yet.',
  };
}

/** What is not told. */
function notesOf(turns: readonly EndedTurn[], { usage, backend }: SessionState): string[] {
  const isPartial = turns.some(({ isOfLastRequest }) => isOfLastRequest);
  return [
    ...(usage.cost === undefined ? [`${backend} does not tell what they cost`] : []),
    ...(isPartial ? [`${LAST}: only the last request of the turn`] : []),
  ];
}

function turnItem(turn: EndedTurn, index: number): PanelItem {
  const { prompt, durationMs, tools, cost } = turn;
  return {
    id: String(index + 1),
    cells: [
      span(String(index + 1).padStart(2), 'dim'),
      span(cost === null ? '' : costText(cost), 'accent'),
      span(turn.tokens === null ? contextText(turn) : tokensText(turn.tokens, turn.isOfLastRequest)),
      span(formatDuration(durationMs), 'dim'),
      span(tools === 0 ? '' : countOf(tools, 'tool call'), 'dim'),
      span(cleanLine(prompt)),
    ],
  };
}

function tokensText({ input, output, cached = 0 }: TurnTokens, isOfLastRequest: boolean): string {
  const read = cached === 0 ? '' : ` + ${formatTokens(cached)} cached`;
  const all = `${formatTokens(input)}${read} in, ${formatTokens(output)} out`;
  return isOfLastRequest ? `${LAST}: ${all}` : all;
}

/** How full the context was, for agents that tell nothing of the turn itself. */
function contextText({ usage: { used }, grown }: EndedTurn): string {
  if (used === undefined) return '';
  return `${formatTokens(used)} tokens${grown === null || grown <= 0 ? '' : ` (+${formatTokens(grown)})`}`;
}
