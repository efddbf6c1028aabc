import { defined, numberOf, recordOf, textOf } from '../json.ts';
import type { FormField, FormValue } from './elicitation.ts';

/** A form longer than this is no form: what comes after is left out. */
const MAX_FIELDS = 100;

/** A form that somebody wants filled in, and how its answer goes back. */
interface ReadForm {
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

type Schema = Record<string, unknown>;

const MAX_TEXT_CHARS = 10_000;
/** Of a label, a key or a pattern. */
const MAX_SHORT_CHARS = 500;

interface ReadField {
  field: FormField;
  /** The value as the requester wants it; undefined when it does not fit. */
  toWire(value: FormValue): FormValue | undefined;
}

/** One property of a form's schema. */
function readFormField(key: string, schema: Schema, required: boolean): ReadField {
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

const MAX_CHOICES = 500;

interface Choice {
  /** As the form knows it. */
  value: string;
  label: string;
  /** As the schema has it, which may be a number. */
  wire: string | number | boolean;
}

/**
 * The choices of a property: `enum`, with `enumNames` beside it, or `oneOf`/`anyOf` of `const` and `title`; of a list
 * those of its `items`. Empty when there is nothing to choose from.
 */
function readChoices(schema: Readonly<Record<string, unknown>>): Choice[] {
  const of = schema['type'] === 'array' ? recordOf(schema['items']) : schema;
  const named = [of['oneOf'], of['anyOf']].find((list) => Array.isArray(list)) as unknown[] | undefined;
  const titled = (named ?? []).map(recordOf).map((option) => toChoice(option['const'], option['title']));
  const names = Array.isArray(of['enumNames']) ? of['enumNames'] : [];
  const plain = Array.isArray(of['enum'])
    ? of['enum'].map((value, index) => toChoice(value, names[index]))
    : [];
  const found = [...titled, ...plain].filter((choice) => choice !== null);
  return [...new Map(found.map((choice) => [choice.value, choice])).values()].slice(0, MAX_CHOICES);
}

function toChoice(wire: unknown, title: unknown): Choice | null {
  if (typeof wire !== 'string' && typeof wire !== 'number' && typeof wire !== 'boolean') return null;
  const value = String(wire);
  return { value, label: typeof title === 'string' && title !== '' ? title : value, wire };
}
