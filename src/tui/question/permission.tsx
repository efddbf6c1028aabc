import { Box } from 'ink';
import type { PermissionQuestion } from '../../core/gate/gate-request.ts';
import { answersOf } from '../../core/gate/question-answers.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { Rows, TextRow, useScreen } from '../draw/rows.tsx';
import { elidedRows, scrolledRows } from '../draw/scrolled-rows.ts';
import { type Row, rowText, span } from '../draw/span.ts';
import { hintsRows, type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import { useKeys } from '../keys/keys-context.ts';
import { answerRows } from './answer-rows.ts';
import type { PermissionField, PermissionState } from './permission-state.ts';
import { askerName, headingOf, requestRows } from './question-lines.ts';
import { titleRow } from './title-row.ts';
import { editableAnswer, rejectionOf } from './typed-answers.ts';

interface PermissionProps {
  session: Pick<SessionState, 'questions' | 'entries'>;
  dialog: PermissionState;
  /** A draft waits, and keeps the keys from answering. */
  hasDraft: boolean;
  /** Epoch milliseconds. */
  now: number;
  /** How many rows it may take. */
  height: number;
}

/** Of what would be done so much is shown, if there is so much of it, before the answers take a row each. */
const LEAST_BODY_ROWS = 4;
/** From this height on an empty row parts the answers from what they are about. */
const SPACED_FROM = 12;

/** The permission question that waits for an answer: what would happen, who asks, and the answers there are. */
export function Permission(props: PermissionProps) {
  const { session, dialog, height } = props;
  const { columns } = useScreen();
  const keymap = useKeys();
  const { questions } = session;
  const [question] = questions;
  if (question === undefined || height < 1) return null;
  const heading = headingOf(question);
  const title = titleRow(heading, askerName(question, session), questions.length, columns);
  const isTitled = rowText(title).includes(span(heading).text);
  const least = Math.min(requestRows(question, columns, isTitled).rows.length, LEAST_BODY_ROWS);
  const answers = answerRows(question, dialog, columns, Math.max(1, height - 2 - least));
  const told =
    dialog.field === null ? answerHints(question, props, keymap) : fieldHints(dialog.field, props, keymap);
  const free = height - 1 - answers.length;
  const hints = hintsRows(told, columns, free - least > 1 ? 2 : 1);
  const room = Math.max(Math.min(1, free), free - hints.length);
  const body = bodyRows(question, { isTitled, scroll: dialog.scroll, columns, room, keymap });
  return (
    <Box flexDirection="column" flexShrink={0}>
      <TextRow spans={title} />
      <Rows rows={body} />
      {body.length < room && height >= SPACED_FROM && <Box height={1} flexShrink={0} />}
      <Rows rows={answers.slice(0, height - 1)} />
      <Rows rows={hints.slice(0, Math.max(0, free - body.length))} />
    </Box>
  );
}

interface BodyView {
  isTitled: boolean;
  /** How many rows are out of sight above. */
  scroll: number;
  columns: number;
  room: number;
  keymap: KeyLabels;
}

/** What would be done, in at most this many rows: of what is longer its beginning and its end, until the user scrolls. */
function bodyRows(
  question: PermissionQuestion,
  { isTitled, scroll, columns, room, keymap }: BodyView,
): Row[] {
  const shows = keyHint(keymap, 'dialog.show-all', 'to show all').join('');
  return scroll === 0
    ? elidedRows(requestRows(question, columns, isTitled, room), room, columns, shows)
    : scrolledRows(requestRows(question, columns, isTitled), scroll, room, columns, shows);
}

/** A rule that nobody can have read yet is not taken. */
function fieldHints(
  { kind }: PermissionField,
  { dialog, now }: PermissionProps,
  keymap: KeyLabels,
): string[] {
  const takes =
    kind === 'reason' || now >= dialog.quietFrom ? keyHint(keymap, 'line.take', 'to confirm') : [];
  return [...takes, ...keyHint(keymap, 'line.leave', 'to go back')];
}

/** What the keys do now: none answers before a second of silence, nor while a draft waits. */
function answerHints(
  question: PermissionQuestion,
  { dialog, hasDraft, now }: PermissionProps,
  keymap: KeyLabels,
): string[] {
  const isQuiet = now >= dialog.quietFrom;
  const typing = 'type to keep a draft';
  if (!isQuiet && !dialog.isSeen) return [typing];
  const canReject = rejectionOf(answersOf(question), dialog.selected) !== undefined;
  const why = (does: string) => (canReject ? keyHint(keymap, 'dialog.say-why', does) : []);
  const rejects = keyHint(keymap, 'dialog.reject', 'to reject');
  const moves = (does: string) => keysHint(keymap, ['dialog.up', 'dialog.down'], does);
  if (hasDraft) return [...moves('to the answers'), ...why('to give it as the reason'), ...rejects];
  const reasons = why('to give a reason');
  if (!isQuiet) return [typing, ...rejects, ...reasons];
  const canEdit = editableAnswer(question, dialog.selected) !== null;
  return [
    ...keyHint(keymap, 'dialog.choose', 'to choose'),
    ...moves(''),
    ...rejects,
    ...reasons,
    ...(canEdit ? keyHint(keymap, 'dialog.edit-rule', 'edit rule') : []),
    ...keyHint(keymap, 'dialog.show-all', 'show all'),
  ];
}
