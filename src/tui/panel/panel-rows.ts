import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { topPage, type OpenPage } from './open-page.ts';
import type { PanelSources } from './panel-page.ts';
import type { TextPage } from './panel-page.ts';
import type { PanelState } from './panel-state.ts';
import { bodyHeight, wordRows } from './panel-body.ts';
import type { Size } from '../terminal/terminal.ts';
import { listRows } from './panel-list-rows.ts';
import { type Hint, panelHints } from './panel-hints.ts';
import { ruleRow } from '../draw/rule-row.ts';

const HINT_SEPARATOR = ' · ';

/** An open panel in a terminal of this many columns and rows. */
export function panelRows(panel: PanelState, sources: PanelSources, size: Size): Row[] {
  const { columns } = size;
  const open = topPage(panel, sources);
  const { page, view } = open;
  const height = bodyHeight(panel, open, size);
  const text = page.kind === 'text' ? textRows(page, view.scroll, columns, height) : null;
  const note = view.filter === '' ? page.note : `filter: ${view.filter}`;
  return [
    ruleRow(columns, 'accent', [span(page.title, 'strong')], note),
    ...(text?.rows ?? listRows(open, columns, height)),
    ...wordRows(panel, open, size),
    hintRow(panelHints(panel, open, text?.below ?? 0, isScrolled(open, text), sources.keymap), columns),
  ];
}

interface TextRows {
  rows: Row[];
  /** How many rows are out of sight. */
  above: number;
  below: number;
}

function textRows(page: TextPage, scroll: number, columns: number, height: number): TextRows {
  const rows = page.rows(columns);
  const above = Math.max(0, Math.min(scroll, rows.length - height));
  const shown = rows.slice(above, above + height).map((row) => fitRow(row, columns));
  return { rows: shown, above, below: rows.length - above - shown.length };
}

function isScrolled({ page }: OpenPage, text: TextRows | null): boolean {
  return page.kind === 'text' && text !== null && text.above + text.below > 0;
}

/** Where there is little room, the hints that everybody knows go first. */
function hintRow(hints: readonly Hint[], columns: number): Row {
  const left = [...hints];
  const textOf = () => left.map(({ text }) => text).join(HINT_SEPARATOR);
  while (widthOf(textOf()) > columns && left.length > 1) {
    const ranks = left.map(({ rank }) => rank);
    left.splice(ranks.lastIndexOf(Math.max(...ranks)), 1);
  }
  return fitRow([span(textOf(), 'dim')], columns);
}
