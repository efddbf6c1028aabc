import type { FormValue } from '../../core/elicitation/elicitation.ts';
import type { EditorAction } from '../prompt/editor/editor.ts';
import { fillForm, finishField, type FormAction, submitForm } from './fill-form.ts';
import { currentField, type FieldState, type FormState, isSingleChoice } from './form-state.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { PlaceAction } from '../keys/place-keys.ts';

/** A form after a key, and what it answers when that key sent it. */
interface Filled {
  form: FormState;
  content: Record<string, FormValue> | null;
}

/** Whether characters go into the current field. */
export function takesText(form: FormState): boolean {
  return currentField(form)?.input.kind === 'text';
}

/** What a key does in a form; null when the form has no use for it. */
export function handleForm(form: FormState, event: InputEvent, keymap: Keymap): Filled | null {
  const state = currentField(form);
  const isText = takesText(form);
  if (event.type === 'paste') return isText ? fill(form, { type: 'edit', action: event }) : null;
  if (event.type === 'text' && isText)
    return fill(form, { type: 'edit', action: { type: 'insert', text: event.text } });
  const done = run(form, state, keymap.inPlace('form', event));
  if (done !== null) return done;
  if (event.type === 'text') return state === undefined ? null : pickNumber(form, state, event.text);
  const action = keymap.inPrompt(event);
  if (action === 'newline') return { form, content: null };
  if (action === 'delete-or-leave')
    return isText ? change(form, state, { type: 'delete', motion: 'right' }) : null;
  return typeof action === 'object' ? change(form, state, action) : null;
}

function fill(form: FormState, action: FormAction): Filled {
  return { form: fillForm(form, action), content: null };
}

function pickNumber(form: FormState, { input, field }: FieldState, typed: string): Filled | null {
  const isNumber = /^[1-9]$/.test(typed) && Number(typed) <= field.options.length;
  if (!isNumber || input.kind === 'boolean') return null;
  const picked = fillForm(form, { type: 'pick', index: Number(typed) - 1 });
  return isSingleChoice(form) ? submitForm(picked) : { form: picked, content: null };
}

function run(
  form: FormState,
  state: FieldState | undefined,
  action: PlaceAction<'form'> | undefined,
): Filled | null {
  switch (action) {
    case 'send':
      return form.current >= form.fields.length - 1
        ? submitForm(form)
        : { form: finishField(form), content: null };
    case 'up':
    case 'down':
    case 'next':
    case 'previous':
      return fill(form, { type: action });
    case 'switch':
      return state === undefined || state.input.kind === 'choice' ? null : fill(form, { type: 'toggle' });
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
