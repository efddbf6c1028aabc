import type { FormValue } from '../../core/elicitation.ts';
import type { EditorAction } from '../editor/editor.ts';
import { fillForm, finishField, type FormAction, submitForm } from '../form/fill-form.ts';
import { currentField, type FieldState, type FormState, isSingleChoice } from '../form/form-state.ts';
import type { InputEvent } from '../input/input-event.ts';
import { actionOf, type Command } from '../input/keymap.ts';

/** A form after a key, and what it answers when that key sent it. */
interface Filled {
  form: FormState;
  content: Record<string, FormValue> | null;
}

/** What a key does in a form; null when the form has no use for it. */
export function handleForm(form: FormState, event: InputEvent): Filled | null {
  const state = currentField(form);
  if (event.type === 'paste')
    return state?.input.kind === 'text' ? fill(form, { type: 'edit', action: event }) : null;
  if (event.type === 'text') return state === undefined ? null : typeText(form, state, event.text);
  const action = actionOf(event.chord);
  if (action === undefined) return null;
  return typeof action === 'string' ? run(form, state, action) : change(form, state, action);
}

function fill(form: FormState, action: FormAction): Filled {
  return { form: fillForm(form, action), content: null };
}

function typeText(form: FormState, { input, field }: FieldState, text: string): Filled | null {
  if (input.kind === 'text') return fill(form, { type: 'edit', action: { type: 'insert', text } });
  if (text === ' ' && input.kind !== 'choice') return fill(form, { type: 'toggle' });
  const isNumber = /^[1-9]$/.test(text) && Number(text) <= field.options.length;
  if (!isNumber || input.kind === 'boolean') return null;
  const picked = fillForm(form, { type: 'pick', index: Number(text) - 1 });
  return isSingleChoice(form) ? submitForm(picked) : { form: picked, content: null };
}

function run(form: FormState, state: FieldState | undefined, command: Command): Filled | null {
  switch (command) {
    case 'send':
      return form.current >= form.fields.length - 1
        ? submitForm(form)
        : { form: finishField(form), content: null };
    case 'up':
    case 'down':
      return fill(form, { type: command });
    case 'complete':
      return fill(form, { type: 'next' });
    case 'next-mode':
      return fill(form, { type: 'previous' });
    case 'newline':
      return { form, content: null };
    case 'delete-or-leave':
      return state?.input.kind === 'text' ? change(form, state, { type: 'delete', motion: 'right' }) : null;
    default:
      return null;
  }
}

/** What edits a text; arrows to the side choose, and what deletes takes a choice back. */
function change(form: FormState, state: FieldState | undefined, action: EditorAction): Filled | null {
  if (state?.input.kind === 'text') return fill(form, { type: 'edit', action });
  const isChoice = state?.input.kind === 'choice';
  const takesBack = isChoice || state?.input.kind === 'boolean';
  if (takesBack && action.type === 'delete') return fill(form, { type: 'clear' });
  if (!isChoice || action.type !== 'move') return null;
  if (action.motion === 'left') return fill(form, { type: 'up' });
  return action.motion === 'right' ? fill(form, { type: 'down' }) : null;
}
