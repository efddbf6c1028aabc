import type { PermissionQuestion, QuestionOption } from '../../core/gate-request.ts';
import type { SessionState } from '../../core/session-state.ts';
import { askerName } from '../dialog/asker-name.ts';
import { checkRuleOf, editableRule, isLasting, rejectionOf } from '../dialog/typed-answers.ts';
import { widthOf } from '../draw/graphemes.ts';
import { fitRow, indentLines, line, wrapLine, wrapLines } from '../draw/line.ts';
import { type Row, rowText, span } from '../draw/span.ts';
import { hasCaret, typedSpans } from '../form/shown-value.ts';
import { GLYPHS } from '../theme.ts';
import type { DialogField, DialogState } from '../update/ui-state.ts';
import { hintsRows, type KeyLabels, keyHint, keysHint } from './hints-row.ts';
import { requestRows } from './request-rows.ts';
import { ruleRow } from './rule-row.ts';
import { scrolledRows } from './scrolled-rows.ts';
import { windowAround } from './window-around.ts';

/** Of what is typed into a dialog. */
const MAX_FIELD_ROWS = 3;
/** Of what would be done at least so much is shown before what the keys do takes a second row. */
const LEAST_BODY_ROWS = 2;

/** The open question in at most `height` rows: what would happen, who asks, and the answers there are. */
export function dialogRows(
  session: Pick<SessionState, 'questions' | 'entries'>,
  { selected, field, scroll }: DialogState,
  columns: number,
  height: number,
  keymap: KeyLabels,
): Row[] {
  const { questions } = session;
  const [question] = questions;
  if (question === undefined || height < 1) return [];
  const title = titleRow(question.title, askerName(question, session), questions.length, columns);
  const hints = hintsRows(
    field === null ? answerHints(question, selected, keymap) : fieldHints(keymap),
    columns,
    height < 1 + LEAST_BODY_ROWS + question.options.length + 2 ? 1 : 2,
  );
  const room = Math.max(1, height - 1 - hints.length);
  const answers =
    field === null
      ? optionRows(question, selected, columns, Math.min(question.options.length, room))
      : fieldRows(question, field, columns, room);
  const free = height - 1 - answers.length;
  const shown = Math.max(Math.min(free, 1), free - hints.length);
  const body = scrolledRows(requestRows(question, columns), scroll, shown, columns, showsAll(keymap));
  const space = body.length < shown && height >= SPACED_FROM ? [[]] : [];
  return [title, ...body, ...space, ...answers, ...hints].slice(0, height);
}

/** From this height on an empty row parts the answers from what they are about. */
const SPACED_FROM = 12;

/** Rules and blanks take so many columns beside a title and its note. */
const TITLE_FRAME_COLUMNS = 10;
/** Of a title; where there is less room for it, its note is shortened. */
const LEAST_TITLE_COLUMNS = 12;

/** What is asked, and in any case who asks and how many questions there are: of a long title there is all below it. */
export function titleRow(title: string, askedBy: string, count: number, columns: number): Row {
  const room = columns - TITLE_FRAME_COLUMNS;
  const [whole, short] =
    count > 1
      ? [`1 of ${count} · asked by ${askedBy}`, `1/${count} · ${askedBy}`]
      : [`asked by ${askedBy}`, askedBy];
  const note = room - widthOf(whole) < LEAST_TITLE_COLUMNS ? short : whole;
  const noted = rowText(fitRow([span(note)], Math.max(1, room - Math.floor(LEAST_TITLE_COLUMNS / 2))));
  return ruleRow(
    columns,
    'warning',
    fitRow([span(title, 'strong')], Math.max(1, room - widthOf(noted))),
    noted,
  );
}

function fieldHints(keymap: KeyLabels): string[] {
  return [...keyHint(keymap, 'line.take', 'sends it'), ...keyHint(keymap, 'line.leave', 'goes back')];
}

function showsAll(keymap: KeyLabels): string {
  return keyHint(keymap, 'dialog.show-all', 'shows all').join('');
}

function answerHints(question: PermissionQuestion, selected: number, keymap: KeyLabels): string[] {
  return [
    ...keysHint(keymap, ['dialog.up', 'dialog.down'], 'choose'),
    ...keyHint(keymap, 'dialog.choose', ''),
    ...keyHint(keymap, 'dialog.reject', 'rejects'),
    ...(rejectionOf(question, selected) === undefined ? [] : keyHint(keymap, 'dialog.say-why', 'says why')),
    ...(editableRule(question, selected) === null
      ? []
      : keyHint(keymap, 'dialog.edit-rule', 'edits the rule')),
    ...keyHint(keymap, 'dialog.show-all', 'shows all'),
  ];
}

function optionRows(question: PermissionQuestion, selected: number, columns: number, height: number): Row[] {
  const rows = question.options.map((option, index) =>
    fitRow(optionRow(option, index, index === selected, question.rememberRule), columns),
  );
  return windowAround(rows, selected, height);
}

function optionRow(option: QuestionOption, index: number, chosen: boolean, rule?: string): Row {
  const { label } = option;
  const mark = span(chosen ? `${GLYPHS.prompt} ` : '  ', 'accent');
  const number = span(`${index + 1} `, 'dim');
  const text = chosen ? span(label, 'strong') : span(label);
  const remembers = isLasting(option) && rule !== undefined ? [span(`  ${rule}`, 'dim')] : [];
  return [mark, number, text, ...remembers];
}

/** The answer that is given, what is typed with it, and of a rule what it would do. */
function fieldRows(
  question: PermissionQuestion,
  { kind, optionId, editor }: DialogField,
  columns: number,
  height: number,
): Row[] {
  const option = question.options.find(({ id }) => id === optionId);
  const label = span(`${fieldLabel(kind, option)}: `, 'strong');
  const why = kind === 'reason' && editor.text === '' ? [span('why', 'dim')] : [];
  const mark = span(`${GLYPHS.prompt} `, 'accent');
  const typed = wrapLine(line(mark, label, ...typedSpans(editor), ...why), columns);
  const caret = Math.max(0, typed.findIndex(hasCaret));
  const field = windowAround(typed, caret, Math.min(typed.length, MAX_FIELD_ROWS, height));
  if (kind === 'reason') return field;
  return [...field, ...ruleRows(question, option, editor.text, columns)].slice(0, height);
}

/** An option that lasts makes the rule itself; beside another one it is made by simse. */
function fieldLabel(kind: DialogField['kind'], option: QuestionOption | undefined): string {
  if (option === undefined) return '';
  const isOneAnswer = kind === 'reason' || isLasting(option);
  return isOneAnswer ? option.label : `${option.label}, and for this session`;
}

function ruleRows(
  question: PermissionQuestion,
  option: QuestionOption | undefined,
  text: string,
  columns: number,
): Row[] {
  const effect = option?.kind === 'reject_always' ? 'deny' : 'allow';
  const { covers, says } = checkRuleOf(question, effect, text);
  const glyph = covers ? span(`${GLYPHS.done} `, 'good') : span(`${GLYPHS.failed} `, 'bad');
  const told = indentLines([line(span(says, covers ? 'dim' : 'bad'))], [span('  '), glyph]);
  return wrapLines(told, columns).slice(0, MAX_FIELD_ROWS);
}
