import type { FormField, FormValue } from './elicitation.ts';
import { recordOf } from '../json.ts';
import { type ReadField, readFormField } from './read-form-field.ts';

/** A form longer than this is no form: what comes after is left out. */
const MAX_FIELDS = 100;

/** A form that somebody wants filled in, and how its answer goes back. */
export interface ReadForm {
  fields: FormField[];
  /**
   * The answer in the types that the schema asks for; null when something required is missing or does not fit. With
   * `fillDefaults` what is left out is answered with its default.
   */
  toContent(values: FormValues, options?: ContentOptions): Record<string, FormValue> | null;
}

type FormValues = Readonly<Record<string, FormValue>>;

interface ContentOptions {
  fillDefaults?: boolean;
}

/** Reads the `requestedSchema` of an elicitation. Pure and total: what it does not know becomes a text. */
export function readForm(schema: unknown): ReadForm {
  const { properties, required } = recordOf(schema);
  const isRequired = new Set(Array.isArray(required) ? required : []);
  const fields = Object.entries(recordOf(properties))
    .slice(0, MAX_FIELDS)
    .map(([key, property]) => readFormField(key, recordOf(property), isRequired.has(key)));
  return {
    fields: fields.map(({ field }) => field),
    toContent: (values, options = {}) => toContent(fields, values, options),
  };
}

function toContent(
  fields: readonly ReadField[],
  values: FormValues,
  { fillDefaults = false }: ContentOptions,
): Record<string, FormValue> | null {
  const entries: [string, FormValue][] = [];
  for (const { field, toWire } of fields) {
    const preset = fillDefaults ? field.default : undefined;
    const given = Object.hasOwn(values, field.key) ? values[field.key] : preset;
    const value = given === undefined || isLeftEmpty(field, given) ? undefined : toWire(given);
    if (value !== undefined) entries.push([field.key, value]);
    else if (field.required) return null;
  }
  return Object.fromEntries(entries);
}

/** Whoever leaves an optional field empty does not answer with an empty text. */
function isLeftEmpty({ required, type }: FormField, value: FormValue): boolean {
  return value === '' && !(required && type === 'text');
}
