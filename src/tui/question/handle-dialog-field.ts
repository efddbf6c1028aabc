import type { PermissionQuestion, QuestionAnswer } from '../../core/gate/gate-request.ts';
import type { OfferedAnswer } from '../../core/gate/question-answers.ts';
import { checkRuleOf, editableAnswer, rejectionOf } from './typed-answers.ts';
import { EMPTY_EDITOR, edit, type EditorState } from '../editor/editor.ts';
import { onOneLine } from '../form/form-state.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { DialogField, DialogState } from '../repl/ui-state.ts';

/** The dialog with the rule of an answer to be edited; null where no answer makes one. */
export function openRule(dialog: DialogState, question: PermissionQuestion): DialogState | null {
  const editable = editableAnswer(question, dialog.selected);
  return editable === null ? null : { ...dialog, field: fieldOf('rule', editable, editable.rule ?? '') };
}

/** The dialog with a rejection whose reason is typed; null where nothing can be rejected. */
export function openReason(
  dialog: DialogState,
  answers: readonly OfferedAnswer[],
  reason: string,
): DialogState | null {
  const rejection = rejectionOf(answers, dialog.selected);
  if (rejection === undefined) return null;
  return { ...dialog, selected: answers.indexOf(rejection), field: fieldOf('reason', rejection, reason) };
}

export function fieldOf(kind: DialogField['kind'], answer: OfferedAnswer, text: string): DialogField {
  return { kind, answer, editor: edit(EMPTY_EDITOR, { type: 'insert', text: onOneLine(text) }) };
}

/** What comes of a key in a field. */
export type Typed =
  | { comes: 'stay'; field: DialogField }
  | { comes: 'leave' }
  | { comes: 'send'; answer: QuestionAnswer };

interface Typing {
  keymap: Keymap;
  /** Nothing was pressed for long enough before the field was opened, or since. */
  isQuiet: boolean;
}

/** Takes what is typed and pasted, and the keys that edit. null for a key that is not for the field. */
export function handleField(
  field: DialogField,
  question: PermissionQuestion,
  event: InputEvent,
  { keymap, isQuiet }: Typing,
): Typed | null {
  const change = (editor: EditorState): Typed => ({ comes: 'stay', field: { ...field, editor } });
  if (event.type !== 'key')
    return change(edit(field.editor, { type: 'insert', text: onOneLine(event.text) }));
  const done = keymap.inPlace('line', event);
  if (done === 'leave') return { comes: 'leave' };
  if (done === 'take') return send(field, question, isQuiet);
  const action = keymap.inPrompt(event);
  if (typeof action === 'object') return change(edit(field.editor, action));
  switch (action) {
    case 'delete-or-leave':
      return change(edit(field.editor, { type: 'delete', motion: 'right' }));
    case 'interrupt':
    case 'redraw':
    case 'suspend':
      return null;
    default:
      return { comes: 'stay', field };
  }
}

/**
 * A rule that would not settle the question is not sent: what is wrong with it is on the screen already. Nor is one that
 * nobody can have read.
 */
function send(field: DialogField, question: PermissionQuestion, isQuiet: boolean): Typed {
  const { kind, answer: offered, editor } = field;
  const text = editor.text.trim();
  const { answer } = offered;
  if (kind === 'reason') return { comes: 'send', answer: text === '' ? answer : { ...answer, reason: text } };
  const isMeant = isQuiet && checkRuleOf(question, offered, text).covers;
  return isMeant ? { comes: 'send', answer: { ...answer, rule: text } } : { comes: 'stay', field };
}
