import { isRecord, type JsonObject } from '../../core/json.ts';
import type { CatalogueTool } from '../../core/ports/catalogue.ts';

const WITHHELD =
  'What the server says about this tool is not what the user approved of. It is withheld until the user has seen it: a ' +
  'call of the tool asks the user.';

/** Names and values that say no more than what to pass. */
const PLAIN = /^[\w.$-]{1,64}$/;
const LOCAL_REFERENCE = /^#[\w/.$-]{0,200}$/;

/** Where a schema has others by name, where a list of them, where one, and where numbers or flags. */
const BY_NAME = new Set(['properties', '$defs', 'definitions']);
const LISTED = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const NESTED = new Set(['items', 'additionalProperties']);

/**
 * A tool as a model may see it before the user has: a changed description would speak to the model first. What is left is
 * its name and which arguments it takes, without a word of the server's own.
 */
export function withholdWords({ name, server, tool, inputSchema, change }: CatalogueTool): CatalogueTool {
  const known = { name, server, tool, description: WITHHELD, inputSchema: structureOf(inputSchema) };
  return change === undefined ? known : { ...known, change };
}

function structureOf(schema: JsonObject): JsonObject {
  const kept: [string, JsonObject[string]][] = [];
  for (const [key, value] of Object.entries(schema)) {
    const structure = keptOf(key, value);
    if (structure !== undefined) kept.push([key, structure]);
  }
  return Object.fromEntries(kept);
}

function keptOf(key: string, value: JsonObject[string]): JsonObject[string] {
  if (key === '$ref') return typeof value === 'string' && LOCAL_REFERENCE.test(value) ? value : undefined;
  if (key === 'type' || key === 'required' || key === 'enum') return isPlain(value) ? value : undefined;
  if (NESTED.has(key)) return typeof value === 'boolean' ? value : structureIn(value);
  if (LISTED.has(key)) return Array.isArray(value) ? value.map((item) => structureIn(item) ?? {}) : undefined;
  if (!BY_NAME.has(key) || !isRecord(value)) return undefined;
  const named = Object.entries(value as JsonObject).filter(([name]) => PLAIN.test(name));
  return Object.fromEntries(named.map(([name, inner]) => [name, structureIn(inner) ?? {}]));
}

function structureIn(value: JsonObject[string]): JsonObject | undefined {
  return isRecord(value) ? structureOf(value as JsonObject) : undefined;
}

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => !Array.isArray(item) && isPlain(item));
  return typeof value === 'string' ? PLAIN.test(value) : typeof value !== 'object' || value === null;
}
