import type { FormValue } from '../../core/elicitation/elicitation.ts';
import { draftOf } from '../prompt/editor/editor.ts';
import type { FieldState, FormState } from './form-state.ts';

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** What a field is answered with; undefined when it is left empty. A number that is none stays the text that was typed. */
export function valueOf({ field, input }: Pick<FieldState, 'field' | 'input'>): FormValue | undefined {
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

function toNumber(text: string): FormValue {
  return NUMBER.test(text) ? Number(text) : text;
}

/** The answers of a whole form, by the keys of its fields. */
export function contentOf({ fields }: FormState): Record<string, FormValue> {
  return Object.fromEntries(
    fields.flatMap((state) => {
      const value = valueOf(state);
      return value === undefined ? [] : [[state.field.key, value]];
    }),
  );
}
