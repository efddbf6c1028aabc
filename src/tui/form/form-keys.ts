import type { Elicitation, ElicitationAnswer, FormValue } from '../../core/elicitation/elicitation.ts';
import { wrapLines } from '../draw/line.ts';
import { scrollBy } from '../draw/scrolled-rows.ts';
import type { EditorAction } from '../editor/editor.ts';
import type { Keymap } from '../keys/keymap.ts';
import type { PlaceAction } from '../keys/place-keys.ts';
import { step, type Transition } from '../keys/transition.ts';
import type { InputEvent } from '../terminal/input/input-event.ts';
import { messageLines } from './elicitation-lines.ts';
import { type FormAction, fillForm, finishField, submitForm } from './fill-form.ts';
import {
  createForm,
  currentField,
  type ElicitationState,
  type FieldState,
  type FormState,
  isSingleChoice,
} from './form-state.ts';

/** For how long after a request has appeared, and after each key in that time, keys still go to the prompt. */
const GUARD_MS = 200;

/** What a key of a request for information may look at. */
export interface ElicitationContext {
  elicitations: readonly Elicitation[];
  keymap: Keymap;
  /** Of the terminal. */
  columns: number;
  /** Epoch milliseconds. */
  now: number;
}

/** What is to be done after a key of a request for information. */
export type ElicitationEffect =
  | { type: 'answer-elicitation'; elicitationId: string; answer: ElicitationAnswer }
  /** Shows all of what is asked. */
  | { type: 'show-asked' }
  /** Opens a page in the user's browser. */
  | { type: 'open-url'; url: string };

type Step = Transition<ElicitationState, ElicitationEffect>;

interface Now {
  now: number;
  /** No permission question hides it. */
  isInFront: boolean;
  /** One did until now. */
  wasHidden: boolean;
}

/** The first open request, or none. One that has just come to the front is guarded. */
export function syncElicitation(
  state: ElicitationState | null,
  elicitations: readonly Elicitation[],
  { now, isInFront, wasHidden }: Now,
): ElicitationState | null {
  const isOpen = elicitations.some(({ id }) => id === state?.elicitationId);
  if (isOpen) return wasHidden ? extendGuard(state, now) : state;
  const [next] = isInFront ? elicitations : [];
  if (next === undefined) return null;
  const form = createForm(next.request);
  return { elicitationId: next.id, form, scroll: 0, guardedUntil: now + GUARD_MS, answered: false };
}

/** The request after a key that went past it. */
export function extendGuard(state: ElicitationState | null, now: number): ElicitationState | null {
  return state === null ? null : { ...state, guardedUntil: now + GUARD_MS };
}

/**
 * Takes the keys of a form or a page that is asked about. Any other is somebody typing: it goes to the prompt, and so does
 * what follows it at once.
 */
export function handleElicitation(
  state: ElicitationState,
  event: InputEvent,
  context: ElicitationContext,
): Step | null {
  const elicitation = context.elicitations.find(({ id }) => id === state.elicitationId);
  if (elicitation === undefined || context.now < state.guardedUntil) return null;
  const { request } = elicitation;
  const isTyped = event.type === 'text' && request.mode === 'form' && takesText(state.form);
  const action = isTyped ? undefined : context.keymap.inPlace('form', event);
  switch (action) {
    case 'page-up':
    case 'page-down': {
      const rows = wrapLines(messageLines(request), context.columns - 1).length;
      return step({ ...state, scroll: scrollBy(state.scroll, action, rows) });
    }
    case 'cancel':
      return answer(state, { action: 'cancel' });
    case 'decline':
      return answer(state, { action: 'decline' });
    case 'show-all':
      return step(state, { type: 'show-asked' });
    default:
  }
  if (request.mode === 'form') {
    const filled = handleForm(state.form, event, context.keymap);
    if (filled === null) return null;
    const { form, content } = filled;
    return content === null
      ? step({ ...state, form })
      : answer({ ...state, form }, { action: 'accept', content });
  }
  if (action === 'open-page' && request.opens !== true)
    return step(state, { type: 'open-url', url: request.url });
  return action === 'open-page' || action === 'send' ? answer(state, { action: 'accept' }) : null;
}

function answer(state: ElicitationState, given: ElicitationAnswer): Step {
  if (state.answered) return step(state);
  const { elicitationId } = state;
  return step({ ...state, answered: true }, { type: 'answer-elicitation', elicitationId, answer: given });
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
