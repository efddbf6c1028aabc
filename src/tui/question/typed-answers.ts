import { checkRulesFor, type RuleCheck } from '../../core/gate/check-rule.ts';
import type { PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import { answersOf, isRejection, type OfferedAnswer, sessionRule } from '../../core/gate/question-answers.ts';
import { EMPTY_EDITOR, edit, onOneLine } from '../editor/editor.ts';
import { editLine } from '../keys/edit-line.ts';
import type { Command } from '../keys/prompt-keys.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import type { PermissionContext, PermissionField, PermissionState } from './permission-state.ts';

/** The answer of that number, as it is typed. */
export function answerNumbered(answers: readonly OfferedAnswer[], typed: string): OfferedAnswer | undefined {
  return /^[1-9]$/.test(typed) ? answers.find(({ number }) => number === Number(typed)) : undefined;
}

/** What a whole line answers: the number of an answer, and behind that of a rejection why. */
export function answerFor(question: PermissionQuestion, typed: string): QuestionAnswer | null {
  const [, number = typed, reason = ''] = /^([1-9])\s+(\S[\s\S]*)$/.exec(typed) ?? [];
  const offered = answerNumbered(answersOf(question), number);
  if (offered === undefined || (reason !== '' && !isRejection(offered))) return null;
  return reason === '' ? offered.answer : { ...offered.answer, reason };
}

/**
 * The answer whose rule `e` edits: the marked one, else that for the session. Beside an agent's own "always" it is simse's.
 * null where no rule would settle the question, and where the question is one to a person.
 */
export function editableAnswer(question: PermissionQuestion, selected: number): OfferedAnswer | null {
  const answers = answersOf(question);
  const marked = answers[selected];
  if (marked?.rule !== undefined) return marked;
  return (
    answers.find(({ kind, rule }) => kind === 'allow_always' && rule !== undefined) ?? sessionRule(question)
  );
}

/** What a text would do as the rule of an answer. */
export function checkRuleOf(
  { request, roots = [] }: PermissionQuestion,
  answer: Pick<OfferedAnswer, 'kind'>,
  text: string,
): RuleCheck {
  return checkRulesFor(text, isRejection(answer) ? 'deny' : 'allow', request, roots);
}

/** The rejection that a reason goes with: the marked one, else the mildest. */
export function rejectionOf(answers: readonly OfferedAnswer[], selected: number): OfferedAnswer | undefined {
  const marked = answers[selected];
  if (marked !== undefined && isRejection(marked)) return marked;
  return answers.find(({ kind }) => kind === 'reject_once') ?? answers.find(isRejection);
}

/** The question with a rejection whose reason is typed; null where nothing can be rejected. */
export function openReason(
  state: PermissionState,
  answers: readonly OfferedAnswer[],
  reason: string,
): PermissionState | null {
  const rejection = rejectionOf(answers, state.selected);
  if (rejection === undefined) return null;
  return { ...state, selected: answers.indexOf(rejection), field: fieldOf('reason', rejection, reason) };
}

/** The question with the rule of an answer to be edited; null where no answer makes one. */
export function openRule(state: PermissionState, question: PermissionQuestion): PermissionState | null {
  const editable = editableAnswer(question, state.selected);
  return editable === null ? null : { ...state, field: fieldOf('rule', editable, editable.rule ?? '') };
}

export function fieldOf(kind: PermissionField['kind'], answer: OfferedAnswer, text: string): PermissionField {
  return { kind, answer, editor: edit(EMPTY_EDITOR, { type: 'insert', text: onOneLine(text) }) };
}

/** What comes of a key in a field. */
type Typed =
  | { comes: 'stay'; field: PermissionField }
  | { comes: 'leave' }
  | { comes: 'send'; answer: QuestionAnswer };

interface Typing extends Pick<PermissionContext, 'keymap' | 'question'> {
  /** Nothing was pressed for long enough before the field was opened, or since. */
  isQuiet: boolean;
}

/** Takes what is typed and pasted, and the keys that edit. null for a key that is not for the field. */
export function handleField(
  field: PermissionField,
  event: InputEvent,
  { keymap, question, isQuiet }: Typing,
): Typed | null {
  const typed = editLine(field.editor, event, keymap);
  switch (typed.type) {
    case 'edit':
      return { comes: 'stay', field: { ...field, editor: typed.editor } };
    case 'take':
      return send(field, question, isQuiet);
    case 'leave':
      return { comes: 'leave' };
    case 'other':
      return isOfScreen(typed.command) ? null : { comes: 'stay', field };
  }
}

function isOfScreen(command: Command | undefined): boolean {
  return command === 'interrupt' || command === 'redraw' || command === 'suspend';
}

/**
 * A rule that would not settle the question is not sent: what is wrong with it is on the screen already. Nor is one that
 * nobody can have read.
 */
function send(field: PermissionField, question: PermissionQuestion, isQuiet: boolean): Typed {
  const { kind, answer: offered, editor } = field;
  const text = editor.text.trim();
  const { answer } = offered;
  if (kind === 'reason') return { comes: 'send', answer: text === '' ? answer : { ...answer, reason: text } };
  const isMeant = isQuiet && checkRuleOf(question, offered, text).covers;
  return isMeant ? { comes: 'send', answer: { ...answer, rule: text } } : { comes: 'stay', field };
}
