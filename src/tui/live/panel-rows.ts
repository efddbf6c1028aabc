import { widthOf } from '../draw/graphemes.ts';
import { fitRow } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import {
  type PanelContent,
  panelContent,
  type PanelDetail,
  type PanelItem,
  type PanelSources,
} from '../panel/panel-content.ts';
import type { PanelState } from '../panel/panel-state.ts';
import { bodyHeight, messageRows, selectedIndex, visibleItems } from '../panel/panel-view.ts';
import type { Size } from '../screen/terminal.ts';
import { GLYPHS } from '../theme.ts';
import { ruleRow } from './rule-row.ts';
import { windowAround } from './window-around.ts';

/** An open panel in a terminal of this many columns and rows. */
export function panelRows(panel: PanelState, sources: PanelSources, size: Size): Row[] {
  const { columns } = size;
  const content = panelContent(panel.name, sources);
  const height = bodyHeight(panel, size);
  const detail = panel.opened === null ? null : content.open(panel.opened, columns);
  const shown =
    detail === null ? listRows(panel, content, columns, height) : detailRows(panel, detail, columns, height);
  return [shown.title, ...shown.body, ...messageRows(panel, size), shown.hints];
}

interface Shown {
  title: Row;
  body: Row[];
  hints: Row;
}

function listRows(panel: PanelState, content: PanelContent, columns: number, height: number): Shown {
  const items = visibleItems(panel, content);
  const marked = selectedIndex(panel, items);
  const widths = columnWidths(content.items);
  const rows = items.map((item, index) => fitRow(itemRow(item, widths, index === marked), columns));
  const nothing = panel.filter === '' ? content.empty : `Nothing has "${panel.filter}".`;
  return {
    title: titleRow(content.title, panel.filter === '' ? content.note : `filter: ${panel.filter}`, columns),
    body:
      rows.length === 0
        ? [fitRow([span(`  ${nothing}`, 'dim')], columns)]
        : windowAround(rows, marked, height),
    hints: hintRow(['type to filter', '↑↓ move', 'Enter looks into it', 'Esc closes'], columns),
  };
}

function detailRows(panel: PanelState, detail: PanelDetail, columns: number, height: number): Shown {
  const { rows, keys, title, note } = detail;
  const from = Math.max(0, Math.min(panel.scroll, rows.length - height));
  const shown = rows.slice(from, from + height);
  const below = rows.length - from - shown.length;
  const place = from + below === 0 ? [] : [below === 0 ? '↑↓ scroll' : `↑↓ scroll (${below} more)`];
  const does = keys.map(({ character, label }) => `${character} ${label}`);
  return {
    title: titleRow(title, note, columns),
    body: shown.map((row) => fitRow(row, columns)),
    hints: hintRow([...place, ...does, 'Esc goes back'], columns),
  };
}

function titleRow(title: string, note: string, columns: number): Row {
  return ruleRow(columns, 'accent', [span(title, 'strong')], note);
}

function hintRow(hints: readonly string[], columns: number): Row {
  return fitRow([span(hints.join(' · '), 'dim')], columns);
}

function columnWidths(items: readonly PanelItem[]): number[] {
  const count = Math.max(0, ...items.map(({ cells }) => cells.length));
  return Array.from({ length: count }, (_, column) =>
    Math.max(...items.map(({ cells }) => widthOf(cells[column]?.text ?? ''))),
  );
}

function itemRow({ cells }: PanelItem, widths: readonly number[], isMarked: boolean): Row {
  const mark = span(isMarked ? `${GLYPHS.prompt} ` : '  ', 'accent');
  return [
    mark,
    ...cells.flatMap((cell, column): Row => {
      const isLast = column === cells.length - 1;
      const padding = (widths[column] ?? 0) - widthOf(cell.text) + 2;
      return isLast ? [cell] : [cell, span(' '.repeat(padding))];
    }),
  ];
}
