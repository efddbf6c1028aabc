import type { Elicitation, ElicitationRequest } from '../../core/elicitation.ts';
import { wrapLines } from '../draw/line.ts';
import type { Row } from '../draw/span.ts';
import type { FormState } from '../form/form-state.ts';
import { messageLines, pageLines } from '../transcript/elicitation-lines.ts';
import type { ElicitationState } from '../update/ui-state.ts';
import { titleRow } from './dialog-rows.ts';
import { formHints, formRows, rowsInSight } from './form-rows.ts';
import { hintsRow } from './hints-row.ts';
import { scrolledRows } from './scrolled-rows.ts';

const SHOWS_ALL = 'Ctrl+O shows all';
const OPENING_HINTS = ['Enter opens it in the browser', 'Esc cancels', 'Ctrl+O shows it whole'];
const PAGE_HINTS = [
  'o opens it in the browser',
  'Enter when done',
  'Esc cancels',
  'Ctrl+X declines',
  'Ctrl+O shows it whole',
];

/** The open request for information in at most `height` rows, whatever has to be filled in always among them. */
export function elicitationRows(
  elicitations: readonly Elicitation[],
  { elicitationId, form, scroll }: ElicitationState,
  columns: number,
  height: number,
): Row[] {
  const elicitation = elicitations.find(({ id }) => id === elicitationId);
  if (elicitation === undefined || height < 1) return [];
  const { request, askedBy } = elicitation;
  const view = request.mode === 'form' ? viewForm(form, columns) : viewPage(request, columns);
  const title = titleRow(view.name, askedBy, elicitations.length, columns);
  const frame = [title, view.hints].slice(0, Math.max(0, height - Math.min(1, view.count)));
  const free = height - frame.length;
  const message = wrapLines(messageLines(request), columns);
  const least = Math.min(2, Math.floor(free / 3));
  const told = scrolledRows(message, scroll, Math.max(least, free - view.count), columns, SHOWS_ALL);
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

function viewForm(form: FormState, columns: number): View {
  const rows = formRows(form, columns);
  return {
    name: 'Information',
    hints: formHints(form, columns),
    count: rows.rows.length,
    rows: (height) => rowsInSight(rows, height),
  };
}

function viewPage({ url, opens }: Extract<ElicitationRequest, { mode: 'url' }>, columns: number): View {
  const rows = wrapLines(pageLines(url), columns);
  return {
    name: 'A page to open',
    hints: hintsRow(opens === true ? OPENING_HINTS : PAGE_HINTS, columns),
    count: rows.length,
    rows: (height) => scrolledRows(rows, 0, height, columns, SHOWS_ALL),
  };
}
