import { widthOf } from '../draw/graphemes.ts';
import { fitRow, indentLines, type Line, line, padRow, wrapLines } from '../draw/line.ts';
import { windowAround } from '../draw/scrolled-rows.ts';
import { type Row, rowText, type Span, span } from '../draw/span.ts';
import { GLYPHS, type Style } from '../draw/theme.ts';
import { hasCaret, hiddenSpans, typedSpans } from '../editor/typed-spans.ts';
import {
  currentField,
  type FieldInput,
  type FieldState,
  type FormState,
  isSingleChoice,
} from './form-state.ts';
import { asksForSecret, fieldHint, valueSpans } from './shown-value.ts';

const MARK = `${GLYPHS.prompt} `;
const NO_MARK = '  ';
const REQUIRED = '*';
/** Labels are padded to the longest, but not beyond this. */
const MAX_LABEL_COLUMNS = 24;
/** Of a field's description; Ctrl+O shows all of it. */
const DESCRIPTION_ROWS = 3;

/** Some rows, and which of them have to be in sight: the head of the current field, and where its keys act. */
interface FocusedRows {
  rows: Row[];
  head: number;
  focus: number;
}

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

/** How wide the labels of a form are drawn in a terminal of this many columns. */
function labelColumns(fields: readonly FieldState[], columns: number): number {
  const widths = fields.map((state) => widthOf(labelOf(state)));
  return Math.min(Math.max(0, ...widths), MAX_LABEL_COLUMNS, Math.floor(columns / 3));
}

/** A field that does not take the keys, in one row, and below it what is wrong with it. */
function restingFieldRows(state: FieldState, labelWidth: number, columns: number): Row[] {
  const label = padRow(labelSpans(state, labelWidth), labelWidth + 2);
  const row = fitRow([span(NO_MARK), ...label, ...valueSpans(state)], columns);
  return [row, ...belowRows(problemLines(state), columns)];
}

/** The field that takes the keys: with its whole text or its options, and what there is to say of it. */
function currentFieldRows(state: FieldState, labelWidth: number, columns: number): FocusedRows {
  const head = headRows(state, labelWidth, columns);
  const told = [
    ...belowRows(problemLines(state), columns),
    ...belowRows(descriptionLines(state), columns).slice(0, DESCRIPTION_ROWS),
    ...belowRows(warningLines(state), columns),
  ];
  const options = optionRows(state, columns);
  if (options === null)
    return { rows: [...head, ...told], head: 0, focus: Math.max(0, head.findIndex(hasCaret)) };
  const rows = [...head, ...told, ...options.rows];
  return { rows, head: 0, focus: rows.length - options.rows.length + options.focus };
}

/** A label that is too long stands above what belongs to it. */
function headRows(state: FieldState, labelWidth: number, columns: number): Row[] {
  const isLong = widthOf(labelOf(state)) > labelWidth;
  const label = [span(MARK, 'accent'), ...labelSpans(state, columns - 2, 'strong')];
  const above = isLong ? [label] : [];
  const beside = isLong ? [span(' '.repeat(labelWidth + 4))] : padRow(label, labelWidth + 4);
  switch (state.input.kind) {
    case 'text': {
      const hint = state.input.editor.text === '' ? [span(fieldHint(state.field), 'dim')] : [];
      const spansOf = asksForSecret(state.field) ? hiddenSpans : typedSpans;
      const typed = line(...spansOf(state.input.editor), ...hint);
      return [...above, ...wrapLines(indentLines([typed], beside), columns)];
    }
    case 'boolean':
      return [...above, fitRow([...beside, ...valueSpans(state)], columns)];
    case 'choice':
    case 'choices':
      return [label];
  }
}

/** Options below each other, with their numbers; null for a field without. */
function optionRows(
  { field, input }: Pick<FieldState, 'field' | 'input'>,
  columns: number,
): FocusedRows | null {
  if (input.kind !== 'choice' && input.kind !== 'choices') return null;
  const rows = field.options.map(({ label }, index) => {
    const isMarked = index === input.at;
    const number = index < 9 ? `${index + 1} ` : '  ';
    const mark = span(isMarked ? MARK : NO_MARK, 'accent');
    const text = isMarked ? span(label, 'strong') : span(label);
    return fitRow([span(NO_MARK), mark, span(number, 'dim'), ...boxOf(input, index), text], columns);
  });
  const focus = input.at ?? 0;
  return { rows, head: focus, focus };
}

function boxOf(input: FieldInput, index: number): Span[] {
  if (input.kind !== 'choices') return [];
  const isChosen = input.chosen.includes(index);
  return [span(`${isChosen ? GLYPHS.on : GLYPHS.off} `, isChosen ? 'good' : 'dim')];
}

function labelOf({ field: { label, required } }: FieldState): string {
  return required ? `${label} ${REQUIRED}` : label;
}

/** The label in so many columns; that an answer is required is said in any case. */
function labelSpans({ field: { label, required } }: FieldState, columns: number, ...styles: Style[]): Row {
  const mark = required ? [span(` ${REQUIRED}`, 'warning')] : [];
  return [...fitRow([span(label, ...styles)], Math.max(1, columns - widthOf(rowText(mark)))), ...mark];
}

function problemLines({ problem }: FieldState): Line[] {
  return problem === null
    ? []
    : indentLines([line(span(problem, 'bad'))], [span(`${GLYPHS.failed} `, 'bad')]);
}

function descriptionLines({ field: { description } }: FieldState): Line[] {
  return description === undefined ? [] : [line(span(description, 'dim'))];
}

function warningLines({ field }: FieldState): Line[] {
  if (!asksForSecret(field)) return [];
  const warning = line(span('This looks like a secret: do not type one here.', 'warning'));
  return indentLines([warning], [span(`${GLYPHS.warning} `, 'warning')]);
}

function belowRows(lines: readonly Line[], columns: number): Row[] {
  return wrapLines(indentLines(lines, [span('    ')]), columns);
}
