import { Box } from 'ink';
import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { Rows, TextRow, useScreen } from '../draw/rows.tsx';
import { ruleRow } from '../draw/rule-row.ts';
import { type Row, span } from '../draw/span.ts';
import { type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import type { ActionName } from '../keys/keymap.ts';
import { useKeys } from '../keys/keys-context.ts';
import { keysHere, type OpenPage, topPage } from './open-page.ts';
import { askedKey, bodyHeight, type TextInSight, textInSight, wordRows } from './panel-body.ts';
import { PanelList } from './panel-list.tsx';
import type { PanelSources } from './panel-page.ts';
import type { PanelState } from './panel-state.ts';

interface PanelProps {
  panel: PanelState;
  sources: PanelSources;
}

/** What is looked at and worked with in place of the draft. */
export function Panel({ panel, sources }: PanelProps) {
  const { columns, height } = useScreen();
  const keymap = useKeys();
  const open = topPage(panel, sources);
  const { page, view } = open;
  const size = { columns, rows: height + 1 };
  const room = bodyHeight(panel, open, size);
  const text = page.kind === 'text' ? textInSight(page, view.scroll, columns, room) : null;
  const note = view.filter === '' ? page.note : `filter: ${view.filter}`;
  return (
    <Box flexDirection="column" flexShrink={0}>
      <TextRow spans={ruleRow(columns, 'accent', [span(page.title, 'strong')], note)} />
      {text === null ? <PanelList open={open} height={room} /> : <Rows rows={text.rows} />}
      <Rows rows={wordRows(panel, open, size)} />
      <TextRow spans={hintRow(panel, open, { text, keymap, columns })} />
    </Box>
  );
}

/** One of the hints below a panel; where there is little room, those with the highest rank go first. */
interface Hint {
  text: string;
  rank: number;
}

interface HintsView {
  /** What of a page of text is in sight. */
  text: TextInSight | null;
  keymap: KeyLabels;
  columns: number;
}

const HINT_SEPARATOR = ' · ';

/** What the keys do now. Where there is little room, the hints that everybody knows go first. */
function hintRow(panel: PanelState, open: OpenPage, { text, keymap, columns }: HintsView): Row {
  const left = hintsOf(panel, open, text, keymap);
  const textOf = () => left.map((hint) => hint.text).join(HINT_SEPARATOR);
  while (widthOf(textOf()) > columns && left.length > 1) {
    const ranks = left.map(({ rank }) => rank);
    left.splice(ranks.lastIndexOf(Math.max(...ranks)), 1);
  }
  return fitRow([span(textOf(), 'dim')], columns);
}

function hintsOf(panel: PanelState, open: OpenPage, text: TextInSight | null, keymap: KeyLabels): Hint[] {
  const hint = (name: ActionName, does: string, rank: number): Hint[] =>
    keyHint(keymap, name, does).map((text) => ({ text, rank }));
  const asked = askedKey(panel, open);
  const takes =
    asked?.does.type === 'confirm' ? `to ${asked.label}` : asked?.does.type === 'ask' ? 'to confirm' : null;
  const isLine = asked?.does.type === 'ask';
  if (takes !== null)
    return [
      ...hint(isLine ? 'line.take' : 'panel.take', takes, 0),
      ...hint(isLine ? 'line.leave' : 'panel.leave', 'to cancel', 0),
    ];
  const isList = open.page.kind === 'list';
  const keys = keysHere(open).flatMap(({ actions, label }, index) => {
    const [key] = actions.flatMap((name) => keymap.labelOf(name, isList) ?? []);
    return key === undefined ? [] : [{ text: withVerb(key, label), rank: index + 2 }];
  });
  const escape = hint('panel.leave', panel.views.length > 1 ? 'to go back' : 'to close', 0);
  return [...movingHints(open, text, keymap), ...keys, ...escape];
}

/** `Enter to open`, but `r restart`. */
function withVerb(key: string, label: string): string {
  return key.length > 1 ? `${key} to ${label}` : `${key} ${label}`;
}

function movingHints({ page, items, view }: OpenPage, text: TextInSight | null, keymap: KeyLabels): Hint[] {
  const arrows = (does: string, rank: number): Hint[] =>
    keysHint(keymap, ['panel.up', 'panel.down'], does).map((hint) => ({ text: hint, rank }));
  if (page.kind === 'text') {
    if (text === null || text.above + text.below === 0) return [];
    return arrows(text.below === 0 ? 'to scroll' : `to scroll (${text.below} more)`, 1);
  }
  const filters = page.isSearch === true ? 'type to search' : 'type to filter';
  const types = page.items.length > 1 || page.isSearch === true || view.filter !== '';
  return [
    ...(types ? [{ text: filters, rank: 21 }] : []),
    ...(items.length > 1 ? arrows('to move', 22) : []),
  ];
}
