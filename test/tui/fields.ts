import type { Elicitation, FormField } from '../../src/core/elicitation/elicitation.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';

/** A field of a form: an optional text, but for what is given. */
export function field(over: Partial<FormField> = {}): FormField {
  return { key: 'name', label: 'Name', required: false, type: 'text', options: [], ...over };
}

export const REGION: FormField = field({
  key: 'region',
  label: 'Region',
  type: 'choice',
  options: [
    { value: 'eu', label: 'Europe' },
    { value: 'us', label: 'United States' },
    { value: 'ap', label: 'Asia' },
  ],
});

export const FEATURES: FormField = field({
  key: 'features',
  label: 'Features',
  type: 'choices',
  options: ['logs', 'metrics', 'traces'].map((value) => ({ value, label: value })),
});

/** A form that a backend wants filled in. */
export function formAsked(fields: FormField[], id = 'e', message = 'Where should it go?'): SessionEvent {
  return asked({ id, askedBy: 'claude', request: { mode: 'form', message, fields } });
}

/** A page that a backend wants to be opened. */
export function pageAsked(url: string, id = 'e', message = 'Please log in.'): SessionEvent {
  return asked({ id, askedBy: 'claude', request: { mode: 'url', message, url, id: 'p' } });
}

/** A page that simse opens when the user agrees. */
export function openingPage(url: string): SessionEvent {
  return asked({
    id: 'e',
    askedBy: 'linear',
    request: { mode: 'url', message: 'Log in.', url, id: 'p', opens: true },
  });
}

function asked(elicitation: Elicitation): SessionEvent {
  return { type: 'elicitation_asked', elicitation };
}
