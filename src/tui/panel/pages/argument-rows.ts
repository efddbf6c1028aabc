import { cleanLine } from '../../../core/text/clean-text.ts';
import { isRecord, type JsonObject } from '../../../core/json.ts';
import { widthOf } from '../../draw/graphemes.ts';
import { indentLines, line, wrapLines } from '../../draw/line.ts';
import { type Row, span } from '../../draw/span.ts';

const MAX_NAME_COLUMNS = 24;
/** Of the values that an argument can have. */
const MAX_VALUES = 8;
const MAX_DEPTH = 3;

/** The arguments that a JSON Schema describes: name, type, whether one is required, and what it is for. */
export function argumentRows(schema: JsonObject, columns: number): Row[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = Object.keys(properties);
  const widest = Math.max(0, ...names.map((name) => widthOf(cleanLine(name))));
  const width = Math.min(widest, MAX_NAME_COLUMNS, Math.floor(columns / 3));
  return names.flatMap((name) => {
    const property = properties[name];
    const label = cleanLine(name);
    const padding = ' '.repeat(Math.max(0, width - widthOf(label)) + 2);
    const told = line(
      span(typeOf(property), 'accent'),
      span(required.includes(name) ? '  required' : '', 'warning'),
      span(descriptionOf(property), 'dim'),
    );
    const head = [span(`  ${label}`, 'strong'), span(padding)];
    return wrapLines(indentLines([told], head, [span(' '.repeat(width + 4))]), columns);
  });
}

function descriptionOf(schema: unknown): string {
  if (!isRecord(schema)) return '';
  const { description, default: preset } = schema;
  const told = typeof description === 'string' ? `  ${cleanLine(description)}` : '';
  return preset === undefined ? told : `${told}  (${JSON.stringify(preset)} without it)`;
}

/** A type in a few words: `string`, `number[]`, `"a" | "b"`, `{ name, age }`. */
function typeOf(schema: unknown, depth = 0): string {
  if (!isRecord(schema) || depth > MAX_DEPTH) return 'anything';
  const { type, enum: values, const: constant, anyOf, oneOf, items, properties } = schema;
  if (Array.isArray(values)) return oneOfThese(values.map((value) => JSON.stringify(value)));
  if (constant !== undefined) return cleanLine(JSON.stringify(constant));
  const choices = [anyOf, oneOf].find(Array.isArray);
  if (choices !== undefined) return oneOfThese(choices.map((choice) => typeOf(choice, depth + 1)));
  if (Array.isArray(type)) return oneOfThese(type.map(String));
  if (type === 'array') return items === undefined ? 'list' : `${typeOf(items, depth + 1)}[]`;
  if (isRecord(properties))
    return `{ ${cleanLine(Object.keys(properties).slice(0, MAX_VALUES).join(', '))} }`;
  return typeof type === 'string' ? cleanLine(type) : 'anything';
}

function oneOfThese(texts: readonly string[]): string {
  const shown = texts.slice(0, MAX_VALUES).map(cleanLine).join(' | ');
  return texts.length > MAX_VALUES ? `${shown} | …` : shown;
}
