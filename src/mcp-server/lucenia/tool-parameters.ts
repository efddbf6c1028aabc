import { isRecord, type JsonObject, type JsonValue } from '../../core/json.ts';

/** What an object's schema may say for its parameters to say the same. */
const PLAIN_KEYS = new Set(['$schema', 'type', 'properties', 'required', 'title', 'description']);

/**
 * The `parameters` of a tool, from the JSON Schema of its arguments: a property for each, with a `required` of its own. A
 * schema that says more than that can hold (definitions, alternatives) is given as it is.
 */
export function toolParameters(schema: JsonObject): JsonObject {
  const isPlain = Object.entries(schema).every(([key, value]) => PLAIN_KEYS.has(key) || isOpen(key, value));
  return isPlain ? toParameters(schema) : schema;
}

/** Whether other arguments are taken is nothing that whoever calls needs to know. */
function isOpen(key: string, value: JsonValue | undefined): boolean {
  return key === 'additionalProperties' && (typeof value === 'boolean' || isEmpty(value));
}

function isEmpty(value: JsonValue | undefined): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

function toParameters({ properties, required }: JsonObject): JsonObject {
  if (!isRecord(properties)) return {};
  const names = Array.isArray(required) ? required : [];
  const entries = Object.entries(properties).map(([name, schema]) => {
    const parameter = toParameter(schema as JsonValue);
    return [name, names.includes(name) ? { ...parameter, required: true } : parameter] as const;
  });
  return Object.fromEntries(entries);
}

function toParameter(schema: JsonValue): JsonObject {
  // `true` stands for anything.
  if (!isRecord(schema)) return {};
  const { properties, required, items, ...rest } = schema as JsonObject;
  return {
    ...rest,
    ...(isRecord(properties) ? { properties: toParameters({ properties, required }) } : {}),
    ...(isRecord(items) ? { items: toParameter(items) } : {}),
  };
}
