import type { OptionKind, PermissionQuestion, KeptScope } from '../../core/gate/gate-request.ts';
import { displayPath } from '../../core/gate/workspace-path.ts';
import { revealLine } from '../../core/text/reveal-text.ts';
import { answersOf, type OfferedAnswer } from '../../core/gate/question-answers.ts';
import type { SessionState } from '../../core/state/session-state.ts';
import { askerName, headingOf, requestRows } from './question-lines.ts';
import { checkRuleOf, editableAnswer, rejectionOf } from './typed-answers.ts';
import { widthOf } from '../draw/graphemes.ts';
import { fitRow, indentLines, line, wrapLine, wrapLines } from '../draw/line.ts';
import { type Row, rowText, type Span, span } from '../draw/span.ts';
import { hasCaret, typedSpans } from '../form/shown-value.ts';
import { GLYPHS } from '../draw/theme.ts';
import type { PermissionField, PermissionState } from './permission-state.ts';
import { hintsRows, type KeyLabels, keyHint, keysHint } from '../keys/hints-row.ts';
import { ruleRow } from '../draw/rule-row.ts';
import { elidedRows, scrolledRows } from '../draw/scrolled-rows.ts';
import { windowAround } from '../draw/window-around.ts';

/** Of what is typed into a dialog. */
const MAX_FIELD_ROWS = 3;
/** Of what would be done so much is shown, if there is so much of it, before the answers take a row each. */
const LEAST_BODY_ROWS = 4;

export interface DialogView {
  session: Pick<SessionState, 'questions' | 'entries'>;
  dialog: PermissionState;
  /** A draft waits, and keeps the keys from answering. */
  hasDraft: boolean;
  keymap: KeyLabels;
  /** Epoch milliseconds. */
  now: number;
}

/** The open question in at most `height` rows: what would happen, who asks, and the answers there are. */
export function dialogRows(view: DialogView, columns: number, height: number): Row[] {
  const { session, dialog, keymap } = view;
  const { questions } = session;
  const [question] = questions;
  if (question === undefined || height < 1) return [];
  const heading = headingOf(question);
  const title = titleRow(heading, askerName(question, session), questions.length, columns);
  const isTitled = rowText(title).includes(span(heading).text);
  const whole = requestRows(question, columns, isTitled);
  const least = Math.min(whole.rows.length, LEAST_BODY_ROWS);
  const told = dialog.field === null ? answerHints(question, view) : fieldHints(dialog.field, view);
  const answers = answerRows(question, dialog, columns, Math.max(1, height - 2 - least));
  const spare = height - 1 - answers.length - least;
  const hints = hintsRows(told, columns, spare > 1 ? 2 : 1);
  const room = Math.max(Math.min(1, height - 1 - answers.length), height - 1 - answers.length - hints.length);
  const asked = requestRows(question, columns, isTitled, room);
  const shows = keyHint(keymap, 'dialog.show-all', 'shows all').join('');
  const body =
    dialog.scroll === 0
      ? elidedRows(asked, room, columns, shows)
      : scrolledRows(whole, dialog.scroll, room, columns, shows);
  const space = body.length < room && height >= SPACED_FROM ? [[]] : [];
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

/** A rule that nobody can have read yet is not taken. */
function fieldHints({ kind }: PermissionField, { dialog, keymap, now }: DialogView): string[] {
  const takes =
    kind === 'reason' || now >= dialog.quietFrom ? keyHint(keymap, 'line.take', 'to confirm') : [];
  return [...takes, ...keyHint(keymap, 'line.leave', 'to go back')];
}

/** What the keys do now: none answers before a second of silence, nor while a draft waits. */
function answerHints(question: PermissionQuestion, { dialog, hasDraft, keymap, now }: DialogView): string[] {
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

/** The answers, a row each where there is room, else beside each other; or the one with which something is typed. */
function answerRows(
  question: PermissionQuestion,
  { selected, field }: PermissionState,
  columns: number,
  height: number,
): Row[] {
  if (field !== null) return fieldRows(question, field, columns, height);
  const answers = answersOf(question);
  const listed = answers.flatMap((one, index) => listedAnswer(one, index === selected, columns));
  if (listed.length <= height) return listed;
  const { request } = question;
  const words = request.kind === 'claim' && request.plan !== undefined ? SHORT_FOR_PLANS : SHORT;
  const { numbers, marked } = besideEachOther(answers, selected, columns, words);
  // A number that answers stands there, however little room there is.
  return [...numbers, ...marked.slice(0, Math.max(0, height - numbers.length))];
}

function listedAnswer(answer: OfferedAnswer, isMarked: boolean, columns: number): Row[] {
  const head = [span(isMarked ? `${GLYPHS.prompt} ` : '  ', 'accent'), span(`${numberOf(answer)} `, 'dim')];
  return wrapLines(indentLines([line(...wordsOf(answer, isMarked))], head), columns);
}

/** Nothing that can be typed stands for those behind the ninth. */
function numberOf({ number }: OfferedAnswer): string {
  return number <= 9 ? String(number) : ' ';
}

/** What it does, and behind that, in a fainter colour, the rule that it makes or what the agent calls it. */
function wordsOf({ does, called, rule }: OfferedAnswer, isMarked: boolean): Span[] {
  const behind = rule ?? (called === undefined ? undefined : `“${called}”`);
  const words = isMarked ? span(does, 'strong') : span(does);
  return behind === undefined ? [words] : [words, span(`  ${behind}`, 'dim')];
}

const SHORT: Readonly<Record<OptionKind | KeptScope, string>> = {
  project: 'Project',
  user: 'Always',
  allow_once: 'Once',
  allow_always: 'Session',
  reject_once: 'No',
  reject_always: 'Never',
  other: '?',
};

/** Of those to a plan, which are in words of their own. */
const SHORT_FOR_PLANS = { ...SHORT, allow_once: 'Approve', allow_always: 'Accept edits' };

/** All numbers with a word each, and the marked answer in full below. */
function besideEachOther(
  answers: readonly OfferedAnswer[],
  selected: number,
  columns: number,
  words: typeof SHORT,
): { numbers: Row[]; marked: Row[] } {
  const rows: Span[][] = [[]];
  for (const [index, answer] of answers.entries()) {
    const mark = span(index === selected ? GLYPHS.prompt : ' ', 'accent');
    const word = span(
      words[answer.answer.keep ?? answer.kind],
      ...(index === selected ? (['strong'] as const) : []),
    );
    const shown = [mark, span(`${numberOf(answer)} `, 'dim'), word, span(' ')];
    const last = rows.at(-1) ?? [];
    if (widthOf(rowText([...last, ...shown])) > columns + 1) rows.push(shown);
    else last.push(...shown);
  }
  const marked = answers[selected];
  const full = marked === undefined ? [] : wrapLine(line(span('  '), ...wordsOf(marked, true)), columns);
  return { numbers: rows, marked: full.slice(0, 2) };
}

/** The answer that is given, what is typed with it, and of a rule what it would do. */
function fieldRows(
  question: PermissionQuestion,
  { kind, answer, editor }: PermissionField,
  columns: number,
  height: number,
): Row[] {
  const { does, file } = answer;
  const where =
    file === undefined ? '' : `, in ${revealLine(displayPath(question.roots?.slice(0, 1) ?? [], file))}`;
  const label = span(`${does}${kind === 'reason' ? ', because' : where}: `, 'strong');
  const mark = span(`${GLYPHS.prompt} `, 'accent');
  const typed = wrapLine(line(mark, label, ...typedSpans(editor)), columns);
  const caret = Math.max(0, typed.findIndex(hasCaret));
  const field = windowAround(typed, caret, Math.min(typed.length, MAX_FIELD_ROWS, height));
  if (kind === 'reason') return field;
  return [...field, ...ruleRows(question, answer, editor.text, columns)].slice(0, height);
}

function ruleRows(question: PermissionQuestion, answer: OfferedAnswer, text: string, columns: number): Row[] {
  const { covers, says } = checkRuleOf(question, answer, text);
  const glyph = covers ? span(`${GLYPHS.done} `, 'good') : span(`${GLYPHS.failed} `, 'bad');
  const told = indentLines([line(span(says, covers ? 'dim' : 'bad'))], [span('  '), glyph]);
  return wrapLines(told, columns).slice(0, MAX_FIELD_ROWS);
}
