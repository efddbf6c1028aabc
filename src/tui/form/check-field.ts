import type { FormField, FormValue } from '../../core/elicitation/elicitation.ts';
import { countOf } from '../draw/quantities.ts';
import { valueOf } from './field-value.ts';
import { formatProblem } from './format-problem.ts';
import type { FieldState } from './form-state.ts';
import { matchesPattern } from './matches-pattern.ts';

/** What is wrong with a field's answer, as the end of a sentence about it; null when it can be sent. */
export function checkField(state: Pick<FieldState, 'field' | 'input'>): string | null {
  const value = valueOf(state);
  const { field } = state;
  if (value === undefined) return field.required ? 'is required' : null;
  switch (field.type) {
    case 'text':
      return checkText(field, String(value));
    case 'number':
    case 'integer':
      return checkNumber(field, value);
    case 'choices':
      return checkCount(field, Array.isArray(value) ? value.length : 0);
    case 'boolean':
    case 'choice':
      return null;
  }
}

function checkText(
  { minimum = 0, maximum = Infinity, format, pattern }: FormField,
  text: string,
): string | null {
  const length = Array.from(text).length;
  if (length < minimum) return `needs at least ${countOf(minimum, 'character')}, this has ${length}`;
  if (length > maximum) return `takes at most ${countOf(maximum, 'character')}, this has ${length}`;
  const problem = format === undefined ? null : formatProblem(format, text);
  if (problem !== null) return problem;
  return pattern === undefined || matchesPattern(pattern, text) ? null : `must match ${pattern}`;
}

function checkNumber(
  { type, minimum = -Infinity, maximum = Infinity }: FormField,
  value: FormValue,
): string | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  if (type === 'integer' && !Number.isSafeInteger(value)) return 'must be a whole number';
  if (value < minimum) return `must be at least ${minimum}`;
  return value > maximum ? `must be at most ${maximum}` : null;
}

function checkCount(
  { required, minimum = required ? 1 : 0, maximum = Infinity }: FormField,
  count: number,
): string | null {
  if (count < minimum) return `needs at least ${countOf(minimum, 'choice')}`;
  return count > maximum ? `takes at most ${countOf(maximum, 'choice')}` : null;
}
