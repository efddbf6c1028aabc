import type { PermissionQuestion, QuestionAnswer } from '../../core/gate-request.ts';
import { checkRuleOf, editableRule, rejectionOf } from '../dialog/typed-answers.ts';
import { EMPTY_EDITOR, edit, type EditorState } from '../editor/editor.ts';
import { onOneLine } from '../form/form-state.ts';
import type { InputEvent } from '../input/input-event.ts';
import type { Keymap } from '../input/keymap.ts';
import type { DialogField, DialogState } from './ui-state.ts';

/** The dialog with the rule of an answer to be edited; null where no answer makes one. */
export function openRule(dialog: DialogState, question: PermissionQuestion): DialogState | null {
  const editable = editableRule(question, dialog.selected);
  if (editable === null) return null;
  return { ...dialog, field: fieldOf('rule', editable.option.id, editable.rule) };
}

/** The dialog with a rejection whose reason is typed; null where nothing can be rejected. */
export function openReason(dialog: DialogState, question: PermissionQuestion): DialogState | null {
  const rejection = rejectionOf(question, dialog.selected);
  if (rejection === undefined) return null;
  const selected = question.options.indexOf(rejection);
  return { ...dialog, selected, field: fieldOf('reason', rejection.id, '') };
}

function fieldOf(kind: DialogField['kind'], optionId: string, text: string): DialogField {
  return { kind, optionId, editor: edit(EMPTY_EDITOR, { type: 'insert', text: onOneLine(text) }) };
}

/** The field after a key: changed, left, or sent with the answer that it makes. null for a key that is not for it. */
export type Typed = { field: DialogField | null } | { answer: QuestionAnswer };

/** Takes what is typed and pasted, and the keys that edit. */
export function handleField(
  field: DialogField,
  question: PermissionQuestion,
  event: InputEvent,
  keymap: Keymap,
): Typed | null {
  const change = (editor: EditorState): Typed => ({ field: { ...field, editor } });
  if (event.type !== 'key')
    return change(edit(field.editor, { type: 'insert', text: onOneLine(event.text) }));
  const done = keymap.inPlace('line', event);
  if (done !== undefined) return done === 'take' ? send(field, question) : { field: null };
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
      return { field };
  }
}

/** A rule that would not settle the question is not sent: what is wrong with it is on the screen already. */
function send(field: DialogField, question: PermissionQuestion): Typed {
  const { kind, optionId, editor } = field;
  const text = editor.text.trim();
  const answer = { outcome: 'selected', optionId } as const;
  if (kind === 'reason') return { answer: text === '' ? answer : { ...answer, reason: text } };
  const option = question.options.find(({ id }) => id === optionId);
  const effect = option?.kind === 'reject_always' ? 'deny' : 'allow';
  return checkRuleOf(question, effect, text).covers ? { answer: { ...answer, rule: text } } : { field };
}
