import type { FormField } from '../../core/elicitation/elicitation.ts';

const KINDS: Readonly<Record<string, string>> = {
  number: 'a number',
  integer: 'a whole number',
  boolean: 'yes or no',
  choice: 'none chosen',
  choices: 'none chosen',
  email: 'an email address',
  uri: 'an address (URL)',
  date: 'a date, as 2026-03-31',
  'date-time': 'a date and time, as 2026-03-31T12:00:00Z',
};

/** What stands in an empty field: what it takes, as `a whole number, 1 to 10`. Empty where that goes without saying. */
export function fieldHint({ type, format = '', minimum, maximum }: FormField): string {
  const kind = KINDS[type === 'text' ? format : type] ?? '';
  const limits = type === 'number' || type === 'integer' ? rangeText(minimum, maximum) : '';
  return [kind, limits].filter((part) => part !== '').join(', ');
}

function rangeText(minimum: number | undefined, maximum: number | undefined): string {
  if (minimum === undefined) return maximum === undefined ? '' : `at most ${maximum}`;
  return maximum === undefined ? `at least ${minimum}` : `${minimum} to ${maximum}`;
}
