import type { FormValue } from '../../core/elicitation/elicitation.ts';
import { type EditorAction, edit, onOneLine } from '../editor/editor.ts';
import { checkField } from './check-field.ts';
import {
  answerOf,
  contentOf,
  currentField,
  type FieldInput,
  type FieldState,
  type FormState,
} from './form-state.ts';

/** What a key does in a form. Each is about the current field. */
export type FormAction =
  | { type: 'edit'; action: EditorAction }
  /** To the next or the previous field, round the ends. */
  | { type: 'next' }
  | { type: 'previous' }
  /** To the option above or below; to another field where there is none. */
  | { type: 'up' }
  | { type: 'down' }
  /** Takes an option, by its index; of several choices it switches that one. */
  | { type: 'pick'; index: number }
  /** Switches what is marked on or off. */
  | { type: 'toggle' }
  /** Chooses nothing. */
  | { type: 'clear' };

/** Folds one action into the form. Pure and total: what a field has no use for changes nothing. */
export function fillForm(form: FormState, action: FormAction): FormState {
  const state = currentField(form);
  if (state === undefined) return form;
  switch (action.type) {
    case 'next':
      return moveBy(form, 1);
    case 'previous':
      return moveBy(form, -1);
    case 'up':
      return moveOption(form, state, -1);
    case 'down':
      return moveOption(form, state, 1);
    case 'edit':
    case 'pick':
    case 'toggle':
    case 'clear':
      return withInput(form, state, change(state, action));
  }
}

/** Goes to the next field, if the answer of this one can be sent. */
export function finishField(form: FormState): FormState {
  const checked = checkCurrent(form);
  return currentField(checked)?.problem === null ? moveBy(checked, 1) : checked;
}

/** What the form answers; null when something is wrong with it, and then the form stands on what has to be mended. */
export function submitForm(form: FormState): { form: FormState; content: Record<string, FormValue> | null } {
  const fields = form.fields.map((state) => ({ ...state, problem: checkField(state) }));
  const wrong = fields.findIndex(({ problem }) => problem !== null);
  if (wrong < 0) return { form: { ...form, fields }, content: contentOf(form) };
  return { form: { fields, current: wrong }, content: null };
}

/** Who passes a field without filling it in is not told yet that it is required. */
function moveBy(form: FormState, by: number): FormState {
  const state = currentField(form);
  const isEmpty = state === undefined || answerOf(state) === undefined;
  const count = form.fields.length;
  return { ...(isEmpty ? form : checkCurrent(form)), current: (form.current + by + count) % count };
}

function checkCurrent(form: FormState): FormState {
  const fields = form.fields.map((state, index) =>
    index === form.current ? { ...state, problem: checkField(state) } : state,
  );
  return { ...form, fields };
}

function moveOption(form: FormState, state: FieldState, by: number): FormState {
  const { input, field } = state;
  if (input.kind !== 'choice' && input.kind !== 'choices') return moveBy(form, by);
  const at = input.at === null ? (by > 0 ? 0 : -1) : input.at + by;
  const isInside = at >= 0 && at < field.options.length;
  if (isInside) return withInput(form, state, { ...input, at });
  return form.fields.length > 1 ? moveBy(form, by) : form;
}

type Change = Extract<FormAction, { type: 'edit' | 'pick' | 'toggle' | 'clear' }>;

function change({ input, field }: FieldState, action: Change): FieldInput {
  switch (input.kind) {
    case 'text':
      return action.type === 'edit'
        ? { ...input, editor: edit(input.editor, oneLined(action.action)) }
        : input;
    case 'boolean':
      if (action.type === 'clear' && !field.required) return { ...input, isOn: null };
      return action.type === 'toggle' ? { ...input, isOn: input.isOn !== true } : input;
    case 'choice':
      if (action.type === 'clear' && !field.required) return { ...input, at: null };
      return action.type === 'pick' && action.index < field.options.length
        ? { ...input, at: action.index }
        : input;
    case 'choices': {
      const index = action.type === 'toggle' ? input.at : action.type === 'pick' ? action.index : -1;
      return index < 0 || index >= field.options.length ? input : toggleOption(input, index);
    }
  }
}

type ChoicesInput = Extract<FieldInput, { kind: 'choices' }>;

function toggleOption({ kind, chosen }: ChoicesInput, index: number): ChoicesInput {
  const isChosen = chosen.includes(index);
  return {
    kind,
    at: index,
    chosen: isChosen ? chosen.filter((other) => other !== index) : [...chosen, index],
  };
}

function oneLined(action: EditorAction): EditorAction {
  return action.type === 'insert' || action.type === 'paste'
    ? { ...action, text: onOneLine(action.text) }
    : action;
}

/** A field that is changed is not found fault with until it is looked at again. */
function withInput(form: FormState, state: FieldState, input: FieldInput): FormState {
  if (input === state.input) return form;
  const changed = { ...state, input, problem: null };
  return { ...form, fields: form.fields.with(form.current, changed) };
}
