import type { TurnTokens } from '../../../core/state/events.ts';
import { type Entry, type SessionState, toldEntries } from '../../../core/state/session-state.ts';
import { costText, type EndedTurn, formatTokens, turnsOf, usageText } from '../../../core/state/usage.ts';
import { cleanLine, cleanText } from '../../../core/text/clean-text.ts';
import { countOf, formatDuration } from '../../../core/text/quantities.ts';
import { textLines } from '../../draw/line.ts';
import { type Row, span } from '../../draw/span.ts';
import type { Style } from '../../draw/theme.ts';
import { type Fact, factRows, indentedRows, sectionRows } from '../detail-rows.ts';
import type { ListPage, PanelItem, PanelSources, TextPage } from '../panel-page.ts';

const MAX_BAR_COLUMNS = 60;
const FULL = '█';
const EMPTY = '░';
/** From these shares on there is little room left. */
const TIGHT = 0.7;
const VERY_TIGHT = 0.9;

/** `/context`: how full the agent's context is, and what of this session is in it. */
export function contextPanel({ session }: PanelSources): TextPage {
  const { used, size } = session.usage;
  return {
    kind: 'text',
    title: 'Context',
    note: used === undefined || !size ? '' : `${Math.round((used / size) * 100)}% full`,
    rows: (columns) => [
      ...barRows(session, columns),
      ...sectionRows('What was said', factRows(entryFacts(session), columns)),
      ...sectionRows('In place of what came before', summaryRows(session, columns)),
    ],
  };
}

function barRows({ usage: { used, size }, backend }: SessionState, columns: number): Row[] {
  if (used === undefined)
    return [[span(`  ${backend} does not tell how much of its context is in use.`, 'dim')]];
  if (!size) return [[span(`  ${formatTokens(used)} tokens; ${backend} does not tell of how many.`)]];
  const share = Math.min(1, used / size);
  const width = Math.max(1, Math.min(MAX_BAR_COLUMNS, columns - 4));
  const full = Math.round(share * width);
  return [
    [span('  '), span(FULL.repeat(full), styleOf(share)), span(EMPTY.repeat(width - full), 'dim')],
    [span(`  ${formatTokens(used)} of ${formatTokens(size)} tokens, ${formatTokens(size - used)} left`)],
  ];
}

function styleOf(share: number): Style {
  if (share >= VERY_TIGHT) return 'bad';
  return share >= TIGHT ? 'warning' : 'good';
}

function entryFacts(session: SessionState): Fact[] {
  const told = toldEntries(session);
  const count = (kind: Entry['kind']) => told.filter((entry) => entry.kind === kind).length;
  const [largest] = turnsOf(session.entries)
    .flatMap(({ prompt, grown }, index) => (grown === null ? [] : [{ prompt, grown, turn: index + 1 }]))
    .toSorted((one, other) => other.grown - one.grown);
  return [
    { name: 'prompts', value: String(count('prompt')) },
    { name: 'messages', value: String(count('message')) },
    { name: 'tool calls', value: String(count('tool')) },
    {
      name: 'largest',
      value: largest === undefined ? '' : `turn ${largest.turn} added ${formatTokens(largest.grown)} tokens`,
    },
  ];
}

function summaryRows({ compaction, entries }: SessionState, columns: number): Row[] {
  if (compaction === null) return [];
  const since = entries.length - compaction.since;
  const note = `A summary, the last turns before it, and ${countOf(since, 'entry', 'entries')} since:`;
  return indentedRows([...textLines(note, 'dim'), ...textLines(cleanText(compaction.summary))], columns);
}

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
