import type { ElicitationRequest, FormField, FormValue } from '../../core/elicitation/elicitation.ts';
import { draftOf, type EditorState, EMPTY_EDITOR, edit, onOneLine } from '../editor/editor.ts';

/** The request for information in front, as far as it is answered. */
export interface ElicitationState {
  readonly elicitationId: string;
  /** As it is filled in; without fields where a page is to be opened. */
  readonly form: FormState;
  /** How many rows of its message are out of sight above. */
  readonly scroll: number;
  /** Epoch milliseconds. A key before this was meant for the prompt. */
  readonly guardedUntil: number;
  readonly answered: boolean;
}

/** A form as it is being filled in. */
export interface FormState {
  readonly fields: readonly FieldState[];
  /** Which field takes the keys. */
  readonly current: number;
}

export interface FieldState {
  readonly field: FormField;
  readonly input: FieldInput;
  /** What is wrong with the input, once that has been looked at. */
  readonly problem: string | null;
}

/** What a field holds. An option is meant by its index; null means that nothing is chosen. */
export type FieldInput =
  | { readonly kind: 'text'; readonly editor: EditorState }
  | { readonly kind: 'boolean'; readonly isOn: boolean | null }
  | { readonly kind: 'choice'; readonly at: number | null }
  | { readonly kind: 'choices'; readonly at: number; readonly chosen: readonly number[] };

/**
 * An empty form, but for its defaults. A choice that has to be made stands on its first option. Where a page is asked about
 * there is nothing to fill in.
 */
export function createForm(request: ElicitationRequest): FormState {
  const asked = request.mode === 'form' ? request.fields : [];
  return {
    fields: asked.map((field) => ({ field, input: createInput(field), problem: null })),
    current: 0,
  };
}

export function currentField({ fields, current }: FormState): FieldState | undefined {
  return fields[current];
}

/** Whether it asks for one choice and nothing else, so that choosing is answering. */
export function isSingleChoice({ fields }: FormState): boolean {
  return fields.length === 1 && fields[0]?.field.type === 'choice';
}

/** What a field is answered with; undefined when it is left empty. A number that is none stays the text that was typed. */
export function answerOf({ field, input }: Pick<FieldState, 'field' | 'input'>): FormValue | undefined {
  const optionAt = (index: number) => field.options[index]?.value;
  switch (input.kind) {
    case 'boolean':
      return input.isOn ?? undefined;
    case 'choice':
      return input.at === null ? undefined : optionAt(input.at);
    case 'choices': {
      const chosen = input.chosen.toSorted((one, other) => one - other);
      return chosen.length === 0 && !field.required ? undefined : chosen.flatMap((at) => optionAt(at) ?? []);
    }
    case 'text': {
      const text = draftOf(input.editor);
      if (field.type === 'text') return text === '' ? undefined : text;
      return text.trim() === '' ? undefined : toNumber(text.trim());
    }
  }
}

/** The answers of a whole form, by the keys of its fields. */
export function contentOf({ fields }: FormState): Record<string, FormValue> {
  return Object.fromEntries(
    fields.flatMap((state) => {
      const value = answerOf(state);
      return value === undefined ? [] : [[state.field.key, value]];
    }),
  );
}

function createInput(field: FormField): FieldInput {
  const { type, options, default: preset } = field;
  const indexOf = (value: unknown) => options.findIndex((option) => option.value === value);
  switch (type) {
    case 'boolean':
      return { kind: 'boolean', isOn: typeof preset === 'boolean' ? preset : untouched(field) };
    case 'choice': {
      const at = indexOf(preset);
      return { kind: 'choice', at: at < 0 ? firstChoice(field) : at };
    }
    case 'choices': {
      const chosen = Array.isArray(preset) ? preset.map(indexOf).filter((index) => index >= 0) : [];
      return { kind: 'choices', at: 0, chosen };
    }
    case 'text':
    case 'number':
    case 'integer':
      return textInput(preset === undefined ? '' : String(preset));
  }
}

function untouched({ required }: FormField): boolean | null {
  return required ? false : null;
}

function firstChoice({ required, options }: FormField): number | null {
  return required && options.length > 0 ? 0 : null;
}

/** An input that holds this text, with the cursor at its end. */
export function textInput(text: string): FieldInput {
  return { kind: 'text', editor: edit(EMPTY_EDITOR, { type: 'insert', text: onOneLine(text) }) };
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

function toNumber(text: string): FormValue {
  return NUMBER.test(text) ? Number(text) : text;
}
