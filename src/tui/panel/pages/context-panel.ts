import { toldEntries, type Entry, type SessionState } from '../../../core/state/session-state.ts';
import { cleanText } from '../../../core/text/clean-text.ts';
import { textLines } from '../../draw/line.ts';
import { formatTokens, turnsOf } from '../../../core/state/usage.ts';
import { countOf } from '../../../core/text/quantities.ts';
import { type Row, span } from '../../draw/span.ts';
import { type Fact, factRows, indentedRows, sectionRows } from '../detail-rows.ts';
import type { PanelSources } from '../panel-page.ts';
import type { TextPage } from '../panel-page.ts';
import type { Style } from '../../draw/theme.ts';

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
