import { checkField } from './check-field.ts';
import { type FieldInput, type FieldState, textInput } from './form-state.ts';

/** The field after a whole line was typed for it, with what is wrong with that. An empty line leaves it as it is. */
export function typeField(state: FieldState, typed: string): FieldState {
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
