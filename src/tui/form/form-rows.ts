import type { Row } from '../draw/span.ts';
import { currentField, type FieldState, type FormState, isSingleChoice } from './form-state.ts';
import {
  currentFieldRows,
  type FocusedRows,
  labelColumns,
  optionRows,
  restingFieldRows,
} from './field-rows.ts';
import { hintsRow, type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import { windowAround } from '../draw/window-around.ts';

/** The fields of a form below each other; of a single choice only its options, as a permission question has them. */
export function formRows(form: FormState, columns: number): FocusedRows {
  const state = currentField(form);
  if (state === undefined) return { rows: [], head: 0, focus: 0 };
  const alone = isSingleChoice(form) && state.problem === null ? optionRows(state, columns) : null;
  if (alone !== null) return alone;
  const width = labelColumns(form.fields, columns);
  const resting = (fields: readonly FieldState[]) =>
    fields.flatMap((field) => restingFieldRows(field, width, columns));
  const above = resting(form.fields.slice(0, form.current));
  const current = currentFieldRows(state, width, columns);
  const below = resting(form.fields.slice(form.current + 1));
  return {
    rows: [...above, ...current.rows, ...below],
    head: above.length + current.head,
    focus: above.length + current.focus,
  };
}

/** At most `height` of the rows: those around the focus, and before them the head where there is room for both. */
export function rowsInSight({ rows, head, focus }: FocusedRows, height: number): Row[] {
  const shown = windowAround(rows, focus, height);
  const headRow = rows[head];
  if (headRow === undefined || shown.includes(headRow) || height < 2) return shown;
  return [headRow, ...windowAround(rows.slice(head + 1), focus - head - 1, height - 1)];
}

/** What the keys do in the current field. */
export function formHints(form: FormState, columns: number, keymap: KeyLabels): Row {
  const isLast = form.current >= form.fields.length - 1;
  const ofField = fieldHints(currentField(form), keymap);
  return hintsRow(
    [
      ...ofField,
      ...keyHint(keymap, 'form.send', isLast ? 'sends' : 'next'),
      ...keyHint(keymap, 'form.cancel', 'cancels'),
      ...keyHint(keymap, 'form.decline', 'declines'),
    ],
    columns,
  );
}

function fieldHints(state: FieldState | undefined, keymap: KeyLabels): string[] {
  switch (state?.input.kind) {
    case 'choice':
      return keysHint(keymap, ['form.up', 'form.down'], 'choose');
    case 'choices':
      return [
        ...keysHint(keymap, ['form.up', 'form.down'], 'move'),
        ...keyHint(keymap, 'form.switch', 'switches'),
      ];
    case 'boolean':
      return keyHint(keymap, 'form.switch', 'switches');
    default:
      return [];
  }
}
