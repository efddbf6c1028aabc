import type { Elicitation, ElicitationRequest } from '../../core/elicitation/elicitation.ts';
import { indentLines, type Line, line } from '../draw/line.ts';
import { span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { checkField } from './check-field.ts';
import { messageLines, pageLines } from './elicitation-lines.ts';
import { submitForm } from './fill-form.ts';
import type { ElicitationEffect } from './form-keys.ts';
import { currentField, type FieldInput, type FieldState, type FormState, textInput } from './form-state.ts';
import { asksForSecret, fieldHint, valueText } from './shown-value.ts';

/** A request for information after a line was typed: what to say next, and what is to be done. */
interface Taken {
  form: FormState;
  lines: Line[];
  effect: ElicitationEffect | null;
}

/** What to say when a request comes: who asks and what for, then the first thing to type. */
export function askElicitation({ request, askedBy }: Elicitation, form: FormState): Line[] {
  const who = line(span(`(asked by ${askedBy}; /cancel and /decline end this)`));
  const what = request.mode === 'url' ? [...pageLines(request.url), pageHint(request)] : fieldLines(form);
  return [...messageLines(request), who, ...what];
}

/** Takes a line as the answer to what was said last. */
export function takeLine({ id, request }: Elicitation, form: FormState, typed: string): Taken {
  const answered = (answer: Extract<ElicitationEffect, { type: 'answer-elicitation' }>['answer']): Taken => ({
    form,
    lines: [],
    effect: { type: 'answer-elicitation', elicitationId: id, answer },
  });
  const word = typed.trim();
  if (word === '/cancel') return answered({ action: 'cancel' });
  if (word === '/decline') return answered({ action: 'decline' });
  if (request.mode === 'form') {
    const typedForm = typeCurrent(form, typed);
    if (typedForm.current < form.fields.length)
      return { form: typedForm, lines: fieldLines(typedForm), effect: null };
    const { content, form: checked } = submitForm(typedForm);
    return content === null
      ? { form: checked, lines: fieldLines(checked), effect: null }
      : answered({ action: 'accept', content });
  }
  if (word === '' || (word === 'o' && request.opens === true)) return answered({ action: 'accept' });
  const effect = word === 'o' ? ({ type: 'open-url', url: request.url } as const) : null;
  return { form, lines: [pageHint(request)], effect };
}

function pageHint({ opens }: Extract<ElicitationRequest, { mode: 'url' }>): Line {
  return line(
    span(
      opens === true
        ? 'Press Enter to open it in the browser.'
        : 'o opens it in the browser. Press Enter when you are done.',
    ),
  );
}

/** Fills the current field in, and goes on to the next one when that is all right. */
function typeCurrent(form: FormState, typed: string): FormState {
  const state = currentField(form);
  if (state === undefined) return { ...form, current: form.fields.length };
  const filled = typeField(state, typed);
  const fields = form.fields.with(form.current, filled);
  return { fields, current: filled.problem === null ? form.current + 1 : form.current };
}

function fieldLines(form: FormState): Line[] {
  const state = currentField(form);
  if (state === undefined) return [line(span('Press Enter to confirm.'))];
  const { field, problem } = state;
  const wrong = problem === null ? [] : indentLines([line(span(problem))], [span(`${GLYPHS.failed} `)]);
  const about = field.description === undefined ? [] : [line(span(`  ${field.description}`))];
  const secret = asksForSecret(field)
    ? [line(span('  This looks like a secret: do not type one here.'))]
    : [];
  const options = field.options.map(({ label }, index) => line(span(`  ${index + 1} ${label}`)));
  return [...wrong, line(span(questionText(state))), ...about, ...secret, ...options];
}

/** `Replicas (required, a whole number, 1 to 10) [2]`; what is in brackets an empty line keeps. */
function questionText(state: FieldState): string {
  const { field, input } = state;
  const kinds = {
    text: fieldHint(field),
    boolean: 'yes or no',
    choice: 'a number',
    choices: 'numbers, such as 1, 2',
  };
  const notes = [field.required ? 'required' : '', kinds[input.kind]];
  const noted = notes.filter((note) => note !== '').join(', ');
  const isOn = input.kind === 'boolean' ? input.isOn : null;
  const value = isOn === null ? valueText(state) : isOn ? 'yes' : 'no';
  return `${field.label}${noted === '' ? '' : ` (${noted})`}${value === '' ? '' : ` [${value}]`}`;
}

/** The field after a whole line was typed for it, with what is wrong with that. An empty line leaves it as it is. */
function typeField(state: FieldState, typed: string): FieldState {
  if (typed.trim() === '') return { ...state, problem: checkField(state) };
  const input = readInput(state, typed);
  return typeof input === 'string'
    ? { ...state, problem: input }
    : { ...state, input, problem: checkField({ ...state, input }) };
}

/** What a typed line means for the field, or what is wrong with it. */
function readInput({ field, input }: FieldState, typed: string): FieldInput | string {
  const count = field.options.length;
  switch (input.kind) {
    case 'text':
      return textInput(typed);
    case 'boolean': {
      const isYes = /^(?:y|yes|true)$/i.test(typed.trim());
      return isYes || /^(?:n|no|false)$/i.test(typed.trim()) ? { ...input, isOn: isYes } : 'takes yes or no';
    }
    case 'choice': {
      const at = optionIndex(typed.trim(), count);
      return at === null ? `takes a number from 1 to ${count}` : { ...input, at };
    }
    case 'choices': {
      const indices = typed.split(/[\s,]+/).filter((part) => part !== '');
      const chosen = indices.flatMap((part) => optionIndex(part, count) ?? []);
      return chosen.length < indices.length
        ? `takes numbers from 1 to ${count}, such as 1, 2`
        : { ...input, chosen: [...new Set(chosen)] };
    }
  }
}

function optionIndex(typed: string, count: number): number | null {
  const index = Number(typed) - 1;
  return /^\d+$/.test(typed) && index >= 0 && index < count ? index : null;
}
