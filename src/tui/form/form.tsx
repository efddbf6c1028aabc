import { Box } from 'ink';
import type { Elicitation, ElicitationRequest } from '../../core/elicitation/elicitation.ts';
import { wrapLines } from '../draw/line.ts';
import { Rows, TextRow, useScreen } from '../draw/rows.tsx';
import { scrolledRows } from '../draw/scrolled-rows.ts';
import type { Row } from '../draw/span.ts';
import { hintsRow, type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import { useKeys } from '../keys/keys-context.ts';
import { titleRow } from '../question/title-row.ts';
import { messageLines, pageLines } from './elicitation-lines.ts';
import { formRows, rowsInSight } from './field-rows.ts';
import { currentField, type ElicitationState, type FieldState, type FormState } from './form-state.ts';

interface FormProps {
  elicitations: readonly Elicitation[];
  state: ElicitationState;
  /** How many rows it may take. */
  height: number;
}

/** The request for information that waits for an answer; whatever has to be filled in is always in sight. */
export function Form({ elicitations, state, height }: FormProps) {
  const { columns } = useScreen();
  const keymap = useKeys();
  const elicitation = elicitations.find(({ id }) => id === state.elicitationId);
  if (elicitation === undefined || height < 1) return null;
  const { request, askedBy } = elicitation;
  const asked = request.mode === 'form' ? fieldsOf(state.form, columns) : pageOf(request, columns, keymap);
  const hints =
    request.mode === 'form' ? formHints(state.form, keymap) : pageHints(request.opens === true, keymap);
  // Title and hints give way to the last row of what is to be filled in.
  const free = height - Math.min(2, Math.max(0, height - Math.min(1, asked.count)));
  const room = Math.max(Math.min(2, Math.floor(free / 3)), free - asked.count);
  const message = { rows: wrapLines(messageLines(request), columns), leftOut: 0 };
  const told = scrolledRows(message, state.scroll, room, columns, showsAll(keymap));
  return (
    <Box flexDirection="column" flexShrink={0}>
      {height - free > 0 && <TextRow spans={titleRow(asked.name, askedBy, elicitations.length, columns)} />}
      <Rows rows={told} />
      <Rows rows={asked.rows(free - told.length)} />
      {height - free > 1 && <TextRow spans={hintsRow(hints, columns)} />}
    </Box>
  );
}

/** What there is to answer below the message of a request. */
interface Answerable {
  name: string;
  /** How many rows it has. */
  count: number;
  /** At most so many of them, the most important ones. */
  rows(height: number): Row[];
}

function fieldsOf(form: FormState, columns: number): Answerable {
  const rows = formRows(form, columns);
  return { name: 'Information', count: rows.rows.length, rows: (height) => rowsInSight(rows, height) };
}

function pageOf(
  { url }: Extract<ElicitationRequest, { mode: 'url' }>,
  columns: number,
  keymap: KeyLabels,
): Answerable {
  const rows = wrapLines(pageLines(url), columns);
  return {
    name: 'A page to open',
    count: rows.length,
    rows: (height) => scrolledRows({ rows, leftOut: 0 }, 0, height, columns, showsAll(keymap)),
  };
}

function showsAll(keymap: KeyLabels): string {
  return keyHint(keymap, 'form.show-all', 'to show all').join('');
}

function pageHints(opens: boolean, keymap: KeyLabels): string[] {
  return [
    ...(opens
      ? keyHint(keymap, 'form.send', 'to open it in the browser')
      : [
          ...keyHint(keymap, 'form.open-page', 'open in browser'),
          ...keyHint(keymap, 'form.send', 'when done'),
        ]),
    ...keyHint(keymap, 'form.cancel', 'to cancel'),
    ...(opens ? [] : keyHint(keymap, 'form.decline', 'to decline')),
    ...keyHint(keymap, 'form.show-all', 'to show all'),
  ];
}

/** What the keys do in the current field. */
function formHints(form: FormState, keymap: KeyLabels): string[] {
  const isLast = form.current >= form.fields.length - 1;
  return [
    ...fieldHints(currentField(form), keymap),
    ...keyHint(keymap, 'form.send', isLast ? 'to send' : 'for next field'),
    ...keyHint(keymap, 'form.cancel', 'to cancel'),
    ...keyHint(keymap, 'form.decline', 'to decline'),
  ];
}

function fieldHints(state: FieldState | undefined, keymap: KeyLabels): string[] {
  switch (state?.input.kind) {
    case 'choice':
      return keysHint(keymap, ['form.up', 'form.down'], 'to choose');
    case 'choices':
      return [
        ...keysHint(keymap, ['form.up', 'form.down'], 'to move'),
        ...keyHint(keymap, 'form.switch', 'to toggle'),
      ];
    case 'boolean':
      return keyHint(keymap, 'form.switch', 'to toggle');
    default:
      return [];
  }
}
