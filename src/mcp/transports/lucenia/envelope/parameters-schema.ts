import { isRecord, type JsonObject } from '../../../../core/json.ts';

/** Deeper parameters are taken as they are. */
const MAX_DEPTH = 16;

/** The types of JSON Schema, by these names and by those that other languages have for them. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: ['string', 'str', 'text', 'keyword'],
    number: ['number', 'float', 'double'],
    integer: ['integer', 'int', 'long'],
    boolean: ['boolean', 'bool'],
    array: ['array', 'list'],
    object: ['object', 'map'],
    null: ['null'],
  }).flatMap(([type, names]) => names.map((name) => [name, type] as const)),
);

/**
 * The `parameters` of a tool as a JSON Schema: an object of properties, each with a `required` of its own, becomes one whose
 * `required` is a list. What is a schema already is taken as it is.
 */
export function parametersSchema(parameters: unknown): JsonObject {
  if (!isRecord(parameters)) return { type: 'object' };
  if (parameters['type'] === 'object') return parameters as JsonObject;
  return objectSchema(parameters, 0);
}

function objectSchema(parameters: Record<string, unknown>, depth: number): JsonObject {
  const entries = Object.entries(parameters);
  const required = entries.filter(([, value]) => isRecord(value) && value['required'] === true);
  const properties = entries.map(([name, value]) => [name, propertySchema(value, depth)] as const);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length === 0 ? {} : { required: required.map(([name]) => name) }),
  };
}

function propertySchema(value: unknown, depth: number): JsonObject {
  if (typeof value === 'string') return typeSchema(value);
  if (!isRecord(value)) return {};
  if (depth > MAX_DEPTH) return value as JsonObject;
  const { type, required, properties, items, ...rest } = value;
  return {
    ...(rest as JsonObject),
    ...(typeof type === 'string' ? typeSchema(type) : type === undefined ? {} : { type: type as JsonObject }),
    ...(Array.isArray(required) ? { required } : {}),
    ...(isRecord(properties) ? objectSchema(properties, depth + 1) : {}),
    ...(items === undefined ? {} : { items: propertySchema(items, depth + 1) }),
  };
}

/** A type that JSON Schema does not know says nothing to those who check by it. */
function typeSchema(type: string): JsonObject {
  const known = TYPES.get(type.toLowerCase());
  return known === undefined ? {} : { type: known };
}
