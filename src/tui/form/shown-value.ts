import type { FormField } from '../../core/elicitation/elicitation.ts';
import { type Row, span } from '../draw/span.ts';
import { GLYPHS } from '../draw/theme.ts';
import { displayText, hiddenText } from '../editor/typed-spans.ts';
import type { FieldState } from './form-state.ts';

/** What a field holds, in one run of text; of an empty one what it takes. */
export function valueSpans(state: FieldState): Row {
  const text = valueText(state);
  return [text === '' ? span(fieldHint(state.field), 'dim') : span(text)];
}

/** What a field holds, as text; empty when it holds nothing. Of a secret one sees how long it is. */
export function valueText({ field, input }: FieldState): string {
  const labelAt = (index: number) => field.options[index]?.label ?? '';
  switch (input.kind) {
    case 'text':
      return asksForSecret(field)
        ? hiddenText(input.editor.text)
        : displayText(input.editor.text, input.editor.pastes);
    case 'boolean':
      if (input.isOn === null) return '';
      return input.isOn ? `${GLYPHS.on} yes` : `${GLYPHS.off} no`;
    case 'choice':
      return input.at === null ? '' : labelAt(input.at);
    case 'choices':
      return input.chosen
        .toSorted((one, other) => one - other)
        .map(labelAt)
        .join(', ');
  }
}

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

const SECRET =
  /passw(?:or)?d|passphrase|credential|(?:api|access|private|auth)[\s_-]*key|(?<![a-z])(?:secret|token|pin)(?![a-z])/i;

/** Whether a field looks as if it wanted what nobody should type into a form: it is shown, and goes to whoever asks. */
export function asksForSecret({ key, label, type }: FormField): boolean {
  return (
    type === 'text' && [key, label].some((name) => SECRET.test(name.replace(/([a-z])([A-Z])/g, '$1 $2')))
  );
}
