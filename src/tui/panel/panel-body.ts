import { fitRow, line, wrapLine } from '../draw/line.ts';
import { type Row, restyle, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { typedSpans } from '../editor/typed-spans.ts';
import type { Size } from '../terminal/terminal.ts';
import { keysHere, type OpenPage } from './open-page.ts';
import type { Deed, PanelKey, TextPage } from './panel-page.ts';
import type { PanelState } from './panel-state.ts';

/** The rows of a panel beside what it is about: its title, and what its keys do. */
const FRAME_ROWS = 2;
const LEAST_ROWS = 3;
/** Of what came of the last thing that was done, or is asked. */
const MAX_MESSAGE_ROWS = 4;

/**
 * How many rows a panel has in a terminal of this many: with the largest draft, the status line and an empty row it still
 * leaves one to spare. The same whatever else is on the screen, so that keys can tell how far to scroll.
 */
function panelHeight(terminalRows: number): number {
  return Math.max(LEAST_ROWS, Math.floor(((terminalRows - 1) * 2) / 3) - 2);
}

/** How many of them are for the list or the text. */
export function bodyHeight(panel: PanelState, open: OpenPage, size: Size): number {
  return Math.max(1, panelHeight(size.rows) - FRAME_ROWS - wordRows(panel, open, size).length);
}

/**
 * What is asked, else what came of the last thing that was done. What there is no room for, beside a row of the body, is
 * left out.
 */
export function wordRows(panel: PanelState, open: OpenPage, { columns, rows }: Size): Row[] {
  const words = wordsOf(panel, open);
  if (words.length === 0) return [];
  const height = Math.max(1, Math.min(MAX_MESSAGE_ROWS, panelHeight(rows) - FRAME_ROWS - 1));
  const wrapped = words.flatMap((row) => wrapLine(line(...row), columns));
  const last = wrapped[height - 1];
  if (last === undefined || wrapped.length === height) return wrapped;
  return [...wrapped.slice(0, height - 1), [...fitRow(last, columns - 1), span(GLYPHS.more, 'dim')]];
}

function wordsOf(panel: PanelState, open: OpenPage): Row[] {
  const asked = askedKey(panel, open)?.does;
  if (asked?.type === 'confirm') return [[span(asked.question, 'warning')]];
  if (asked?.type === 'ask') return fieldRows(panel, asked);
  if (panel.message === null) return [];
  const [first] = panel.message;
  const isPlain = first?.styles.length === 0;
  return [isPlain ? restyle(panel.message, 'accent') : panel.message];
}

function fieldRows({ asking }: PanelState, { field }: Extract<Deed, { type: 'ask' }>): Row[] {
  if (asking === null || asking.editor === null) return [];
  const hint = asking.editor.text === '' ? [span(field.hint, 'dim')] : [];
  const typed: Row = [span(`${field.label}: `, 'strong'), ...typedSpans(asking.editor), ...hint];
  if (asking.problem !== null)
    return [typed, [span(`${GLYPHS.failed} `, 'bad'), span(asking.problem, 'bad')]];
  return field.says === undefined ? [typed] : [typed, [span(field.says(asking.editor.text), 'dim')]];
}

/** The key whose deed waits for the user, while it is still there. */
export function askedKey({ asking }: PanelState, open: OpenPage): PanelKey | undefined {
  return asking === null ? undefined : keysHere(open).find(({ actions }) => actions.includes(asking.action));
}

/** What of a text is in sight. */
export interface TextInSight {
  rows: Row[];
  /** How many rows are out of sight. */
  above: number;
  below: number;
}

export function textInSight(page: TextPage, scroll: number, columns: number, height: number): TextInSight {
  const rows = page.rows(columns);
  const above = Math.max(0, Math.min(scroll, rows.length - height));
  const shown = rows.slice(above, above + height).map((row) => fitRow(row, columns));
  return { rows: shown, above, below: rows.length - above - shown.length };
}
