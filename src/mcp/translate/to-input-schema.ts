import { isRecord, type JsonObject } from '../../core/json.ts';
import { cleanSchema } from './clean-schema.ts';

export const MAX_SCHEMA_CHARS = 256 * 1024;
/** Accepts any arguments: what a tool gets whose own schema cannot be used. */
const OPEN_SCHEMA: JsonObject = { type: 'object' };

export interface InputSchema {
  schema: JsonObject;
  /** What had to be given up, in words, so that it can be said once. */
  problem?: string;
}

/**
 * A tool's input schema in the form that every MCP client takes: an object at its root, whose properties are objects.
 * A schema without `type` is completed; one that cannot be used is replaced by an open one, so that the tool stays.
 */
export function toInputSchema(raw: unknown): InputSchema {
  if (raw === undefined || raw === null) return { schema: OPEN_SCHEMA };
  if (!isRecord(raw)) return unusable('is not an object');
  if (JSON.stringify(raw).length > MAX_SCHEMA_CHARS)
    return unusable(`is over ${MAX_SCHEMA_CHARS} characters`);
  if (raw.type !== undefined && raw.type !== 'object') return unusable('is not for an object');

  const { properties, required } = raw;
  if (properties !== undefined && !isRecord(properties)) return unusable('has malformed properties');
  if (required !== undefined && !isListOfStrings(required))
    return unusable('has a malformed list "required"');
  const schema = { ...cleanSchema(raw), type: 'object' } as JsonObject;
  if (properties === undefined) return { schema };

  const usable = Object.entries(schema['properties'] as JsonObject).map(
    ([name, property]) => [name, propertySchema(property)] as const,
  );
  if (usable.some(([, property]) => property === null)) return unusable('has malformed properties');
  return { schema: { ...schema, properties: Object.fromEntries(usable) as JsonObject } };
}

/** `true` and `false` are schemas too, but most clients only take objects. */
function propertySchema(raw: unknown): Record<string, unknown> | null {
  if (raw === true) return {};
  if (raw === false) return { not: {} };
  return isRecord(raw) ? raw : null;
}

function isListOfStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function unusable(why: string): InputSchema {
  return { schema: OPEN_SCHEMA, problem: `its input schema ${why}` };
}
