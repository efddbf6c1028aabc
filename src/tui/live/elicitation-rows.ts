import type { Elicitation } from '../../core/elicitation.ts';
import { fitRow, wrapLines } from '../draw/line.ts';
import { type Row, span } from '../draw/span.ts';
import { elicitationLines } from '../transcript/elicitation-lines.ts';
import { GLYPHS } from '../theme.ts';
import type { ElicitationState } from '../update/ui-state.ts';
import { noteOf } from './dialog-rows.ts';
import { formHints, formRows, rowsInSight } from './form-rows.ts';
import { ruleRow } from './rule-row.ts';

const PAGE_HINTS = 'o opens it in the browser · Enter when done · Esc cancels · Ctrl+X declines';

/** The open request for information in at most `height` rows, whatever has to be filled in always among them. */
export function elicitationRows(
  elicitations: readonly Elicitation[],
  { elicitationId, form }: ElicitationState,
  columns: number,
  height: number,
): Row[] {
  const elicitation = elicitations.find(({ id }) => id === elicitationId);
  if (elicitation === undefined || height < 1) return [];
  const { request } = elicitation;
  const isForm = request.mode === 'form';
  const name = span(isForm ? 'Information' : 'A page to open', 'strong');
  const title = ruleRow(columns, 'warning', [name], noteOf(elicitation, elicitations.length));
  const hints = isForm ? formHints(form, columns) : fitRow([span(PAGE_HINTS, 'dim')], columns);
  const fields = formRows(form, columns);
  const count = fields.rows.length;
  const frame = [title, hints].slice(0, Math.max(0, height - Math.min(1, count)));
  const free = height - frame.length;
  const message = wrapLines(elicitationLines(request), columns);
  const told = cutRows(message, columns, Math.max(Math.min(2, free - 1), free - count));
  const shown = rowsInSight(fields, free - told.length);
  return [...frame.slice(0, 1), ...told, ...shown, ...frame.slice(1)];
}

/** The first rows, the last of them a word on how many there are beside. */
function cutRows(rows: readonly Row[], columns: number, height: number): Row[] {
  if (rows.length <= height) return [...rows];
  if (height < 2) return rows.slice(0, Math.max(0, height));
  const left = rows.length - height + 1;
  const more = span(`${GLYPHS.more} ${left} more lines, Ctrl+O shows all`, 'warning');
  return [...rows.slice(0, height - 1), fitRow([more], columns)];
}
