import type { Elicitation, ElicitationRequest } from '../../core/elicitation/elicitation.ts';
import { wrapLines } from '../draw/line.ts';
import type { Row } from '../draw/span.ts';
import type { ElicitationState, FormState } from './form-state.ts';
import { messageLines, pageLines } from './elicitation-lines.ts';
import { titleRow } from '../question/dialog-rows.ts';
import { formHints, formRows, rowsInSight } from './form-rows.ts';
import { hintsRow, type KeyLabels, keyHint } from '../keys/hints-row.ts';
import { scrolledRows } from '../draw/scrolled-rows.ts';

/** The open request for information in at most `height` rows, whatever has to be filled in always among them. */
export function elicitationRows(
  elicitations: readonly Elicitation[],
  { elicitationId, form, scroll }: ElicitationState,
  columns: number,
  height: number,
  keymap: KeyLabels,
): Row[] {
  const elicitation = elicitations.find(({ id }) => id === elicitationId);
  if (elicitation === undefined || height < 1) return [];
  const { request, askedBy } = elicitation;
  const view = request.mode === 'form' ? viewForm(form, columns, keymap) : viewPage(request, columns, keymap);
  const title = titleRow(view.name, askedBy, elicitations.length, columns);
  const frame = [title, view.hints].slice(0, Math.max(0, height - Math.min(1, view.count)));
  const free = height - frame.length;
  const message = wrapLines(messageLines(request), columns);
  const least = Math.min(2, Math.floor(free / 3));
  const told = scrolledRows(
    { rows: message, leftOut: 0 },
    scroll,
    Math.max(least, free - view.count),
    columns,
    showsAll(keymap),
  );
  return [...frame.slice(0, 1), ...told, ...view.rows(free - told.length), ...frame.slice(1)];
}

/** What there is to answer below the message of a request. */
interface View {
  name: string;
  hints: Row;
  /** How many rows it has. */
  count: number;
  /** At most so many of them, the most important ones. */
  rows(height: number): Row[];
}

function viewForm(form: FormState, columns: number, keymap: KeyLabels): View {
  const rows = formRows(form, columns);
  return {
    name: 'Information',
    hints: formHints(form, columns, keymap),
    count: rows.rows.length,
    rows: (height) => rowsInSight(rows, height),
  };
}

function showsAll(keymap: KeyLabels): string {
  return keyHint(keymap, 'form.show-all', 'shows all').join('');
}

function pageHints(opens: boolean, keymap: KeyLabels): string[] {
  const open = 'opens it in the browser';
  return [
    ...(opens
      ? keyHint(keymap, 'form.send', open)
      : [...keyHint(keymap, 'form.open-page', open), ...keyHint(keymap, 'form.send', 'when done')]),
    ...keyHint(keymap, 'form.cancel', 'cancels'),
    ...(opens ? [] : keyHint(keymap, 'form.decline', 'declines')),
    ...keyHint(keymap, 'form.show-all', 'shows it whole'),
  ];
}

function viewPage(
  { url, opens }: Extract<ElicitationRequest, { mode: 'url' }>,
  columns: number,
  keymap: KeyLabels,
): View {
  const rows = wrapLines(pageLines(url), columns);
  return {
    name: 'A page to open',
    hints: hintsRow(pageHints(opens === true, keymap), columns),
    count: rows.length,
    rows: (height) => scrolledRows({ rows, leftOut: 0 }, 0, height, columns, showsAll(keymap)),
  };
}
