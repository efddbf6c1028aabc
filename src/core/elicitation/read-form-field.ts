import type { FormField, FormValue } from './elicitation.ts';
import { defined, numberOf, textOf } from '../json.ts';
import { type Choice, readChoices } from './read-choices.ts';

type Schema = Record<string, unknown>;

const MAX_TEXT_CHARS = 10_000;
/** Of a label, a key or a pattern. */
const MAX_SHORT_CHARS = 500;

export interface ReadField {
  field: FormField;
  /** The value as the requester wants it; undefined when it does not fit. */
  toWire(value: FormValue): FormValue | undefined;
}

/** One property of a form's schema. */
export function readFormField(key: string, schema: Schema, required: boolean): ReadField {
  const choices = readChoices(schema);
  const type = fieldType(schema, choices);
  const codec = CODECS[type];
  const limits = readLimits(schema, type);
  const field: FormField = defined({
    key,
    label: shorten(textOf(schema['title']) ?? key, MAX_SHORT_CHARS),
    description: shortenOptional(textOf(schema['description']), MAX_TEXT_CHARS),
    required,
    type,
    options: choices.map(({ value, label }) => ({ value, label })),
    format: shortenOptional(textOf(schema['format']), MAX_SHORT_CHARS),
    pattern: shortenOptional(textOf(schema['pattern']), MAX_SHORT_CHARS),
    ...limits,
  });
  const preset = toPreset(schema['default'], choices);
  const isFit = preset !== undefined && codec(preset, { choices }) !== undefined;
  return {
    field: isFit ? { ...field, default: preset } : field,
    toWire(value) {
      const typed = codec(value, { choices });
      return typed === undefined || !isWithin(typed, limits) ? undefined : typed;
    },
  };
}

function fieldType(schema: Schema, choices: readonly Choice[]): FormField['type'] {
  const { type } = schema;
  if (choices.length > 0) return type === 'array' ? 'choices' : 'choice';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'text';
}

interface Limits {
  minimum?: number;
  maximum?: number;
}

function readLimits(schema: Schema, type: FormField['type']): Limits {
  const [low, high] = LIMIT_KEYS[type];
  return defined({ minimum: numberOf(schema[low]), maximum: numberOf(schema[high]) });
}

const LIMIT_KEYS: Readonly<Record<FormField['type'], readonly [string, string]>> = {
  text: ['minLength', 'maxLength'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: ['', ''],
  choice: ['', ''],
  choices: ['minItems', 'maxItems'],
};

function isWithin(value: FormValue, { minimum = -Infinity, maximum = Infinity }: Limits): boolean {
  if (typeof value === 'boolean') return true;
  // JSON Schema counts characters, not UTF-16 units.
  const size = typeof value === 'number' ? value : Array.from(value).length;
  return size >= minimum && size <= maximum;
}

type Codec = (value: FormValue, context: { choices: readonly Choice[] }) => FormValue | undefined;

/** What people choose and type, in the type that was asked for. */
const CODECS: Readonly<Record<FormField['type'], Codec>> = {
  text: (value) => (Array.isArray(value) ? undefined : String(value)),
  number: toNumber,
  integer(value) {
    const number = toNumber(value);
    return Number.isSafeInteger(number) ? number : undefined;
  },
  boolean(value) {
    if (typeof value === 'boolean') return value;
    return value === 'true' ? true : value === 'false' ? false : undefined;
  },
  choice: (value, { choices }) => choices.find((choice) => choice.value === String(value))?.wire,
  choices(value, { choices }) {
    const chosen = (Array.isArray(value) ? value : [String(value)]).map(String);
    return chosen.every((one) => choices.some((choice) => choice.value === one)) ? chosen : undefined;
  },
};

function toNumber(value: FormValue): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined;
  return typeof value === 'object' || typeof value === 'boolean' ? undefined : numberOf(Number(value));
}

/** The default in the words of the form, where choices are texts. */
function toPreset(value: unknown, choices: readonly Choice[]): FormValue | undefined {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  return choices.length > 0 ? String(value) : value;
}

function shorten(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit)}…` : text;
}

function shortenOptional(text: string | undefined, limit: number): string | undefined {
  return text === undefined ? undefined : shorten(text, limit);
}
