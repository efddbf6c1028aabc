import type { FormValue, Elicitation, ElicitationAnswer } from '../../core/elicitation/elicitation.ts';
import type { EditorAction } from '../editor/editor.ts';
import { fillForm, finishField, type FormAction, submitForm } from './fill-form.ts';
import { currentField, type FieldState, type FormState, isSingleChoice, createForm } from './form-state.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { PlaceAction } from '../keys/place-keys.ts';
import { wrapLines } from '../draw/line.ts';
import { scrollBy } from '../draw/scrolled-rows.ts';
import { messageLines } from './elicitation-lines.ts';
import { type Handler, type Step, type StepContext, step } from '../repl/step.ts';
import type { ElicitationState, UiState } from '../repl/ui-state.ts';

/** For how long after a request has appeared, and after each key in that time, keys still go to the prompt. */
const GUARD_MS = 200;

interface Now {
  now: number;
  /** No permission question hides it. */
  isInFront: boolean;
  /** One did until now. */
  wasHidden: boolean;
}

/** Shows the first open request, or none. One that has just come to the front is guarded. */
export function syncElicitation(
  ui: UiState,
  elicitations: readonly Elicitation[],
  { now, isInFront, wasHidden }: Now,
): UiState {
  const isOpen = elicitations.some(({ id }) => id === ui.elicitation?.elicitationId);
  if (isOpen) return wasHidden ? extendElicitationGuard(ui, now) : ui;
  const [next] = isInFront ? elicitations : [];
  if (next === undefined) return ui.elicitation === null ? ui : { ...ui, elicitation: null };
  return { ...ui, elicitation: openElicitation(next, now) };
}

function openElicitation({ id, request }: Elicitation, now: number): ElicitationState {
  const guardedUntil = now + GUARD_MS;
  return { elicitationId: id, form: createForm(request), scroll: 0, guardedUntil, answered: false };
}

/** The request after a key that went past it. */
export function extendElicitationGuard(ui: UiState, now: number): UiState {
  const { elicitation } = ui;
  return elicitation === null ? ui : { ...ui, elicitation: { ...elicitation, guardedUntil: now + GUARD_MS } };
}

/**
 * Takes the keys of a form or a page that is asked about. Any other is somebody typing: it goes to the prompt, and so does
 * what follows it at once.
 */
export const handleElicitation: Handler = (ui, event, context) => {
  const state = ui.elicitation;
  const elicitation = context.session.elicitations.find(({ id }) => id === state?.elicitationId);
  if (state === null || elicitation === undefined) return null;
  if (context.now < state.guardedUntil) return null;
  const open = { ui, state };
  const { request } = elicitation;
  const isTyped = event.type === 'text' && request.mode === 'form' && takesText(state.form);
  const action = isTyped ? undefined : context.keymap.inPlace('form', event);
  switch (action) {
    case 'page-up':
    case 'page-down': {
      const scroll = scrollBy(state.scroll, action, messageHeight(elicitation, context));
      return step({ ...ui, elicitation: { ...state, scroll } });
    }
    case 'cancel':
      return answer(open, { action: 'cancel' });
    case 'decline':
      return answer(open, { action: 'decline' });
    case 'show-all':
      return step(ui, { type: 'show-asked' });
    default:
  }
  if (request.mode === 'form') {
    const filled = handleForm(state.form, event, context.keymap);
    if (filled === null) return null;
    const filledUi = { ...ui, elicitation: { ...state, form: filled.form } };
    if (filled.content === null) return step(filledUi);
    return answer({ ui: filledUi, state }, { action: 'accept', content: filled.content });
  }
  if (action === 'open-page' && request.opens !== true)
    return step(ui, { type: 'open-url', url: request.url });
  return action === 'open-page' || action === 'send' ? answer(open, { action: 'accept' }) : null;
};

function messageHeight({ request }: Elicitation, { columns }: StepContext): number {
  return wrapLines(messageLines(request), columns - 1).length;
}

function answer({ ui, state }: { ui: UiState; state: ElicitationState }, given: ElicitationAnswer): Step {
  if (state.answered) return step(ui);
  return step(
    { ...ui, elicitation: { ...state, answered: true } },
    { type: 'answer-elicitation', elicitationId: state.elicitationId, answer: given },
  );
}

/** A form after a key, and what it answers when that key sent it. */
interface Filled {
  form: FormState;
  content: Record<string, FormValue> | null;
}

/** Whether characters go into the current field. */
function takesText(form: FormState): boolean {
  return currentField(form)?.input.kind === 'text';
}

/** What a key does in a form; null when the form has no use for it. */
function handleForm(form: FormState, event: InputEvent, keymap: Keymap): Filled | null {
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
