import { blocksToText } from '../../core/content.ts';
import { isRecord, type JsonObject } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import { checkOutput } from '../../mcp/check-output.ts';

/** What validators of different drafts read differently, or what refers to elsewhere. */
const AMBIGUOUS =
  /"(?:\$id|\$anchor|\$dynamicRef|\$dynamicAnchor|\$recursiveRef|prefixItems|additionalItems|minContains|maxContains|dependencies|patternProperties|unevaluatedProperties|unevaluatedItems)":/;

const LOCAL = /^#\/(?:\$defs|definitions)\/[^/]+$/;
/** They narrow a value down by means that not every validator has, or that may take it for ever. */
const NARROWING = new Set(['format', 'pattern', 'uniqueItems']);
/** Under these stand schemas by name, under those values. */
const BY_NAME = new Set(['properties', '$defs', 'definitions', 'dependentSchemas']);
const VALUES = new Set(['const', 'enum', 'default', 'examples', 'required', 'dependentRequired']);
/** With what its references stand for. */
const MAX_NODES = 5000;

/** What stands in the place of structured content that is not what its server has announced. */
const OTHERWISE: JsonObject = {
  type: 'object',
  description: 'In place of a result that does not have this shape',
  properties: { unchecked: {}, reason: { type: 'string' } },
  required: ['unchecked', 'reason'],
  additionalProperties: false,
};

const EXAMPLE = { unchecked: null, reason: '' };
/** By the schema of the server; null for one that cannot be passed on. */
const announcedSchemas = new WeakMap<JsonObject, JsonObject | null>();

/**
 * The schema that simse can announce for structured content, whatever the server then sends: an agent's client may drop a
 * result that does not fit, and a whole list for one schema that it cannot read. null where none can be given.
 */
export function announcedSchema(schema: JsonObject): JsonObject | null {
  const known = announcedSchemas.get(schema);
  if (known !== undefined) return known;
  const announced = toAnnounced(schema);
  announcedSchemas.set(schema, announced);
  return announced;
}

function toAnnounced(schema: JsonObject): JsonObject | null {
  const plain = plainSchema(schema);
  if (plain === null) return null;
  const { $defs, definitions, ...shape } = plain;
  const announced: JsonObject = {
    type: 'object',
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
    anyOf: [shape, OTHERWISE],
  };
  return checkOutput(announced, EXAMPLE) === null ? announced : null;
}

/** A result as it was announced: with what the server has sent in its structured content, one way or the other. */
export function fitToSchema(announced: JsonObject, result: ToolResult): ToolResult {
  const { content, structuredContent, isError } = result;
  if (structuredContent === undefined && isError) return result;
  if (!isRecord(structuredContent)) {
    const unchecked = structuredContent ?? blocksToText(content);
    return { ...result, structuredContent: { unchecked, reason: 'There is no structured content.' } };
  }
  const problem = checkOutput(announced, structuredContent);
  if (problem === null) return result;
  return {
    ...result,
    structuredContent: { unchecked: structuredContent, reason: 'It does not match its schema.' },
  };
}

/**
 * A JSON Schema that means the same to every validator and takes none long: without what only narrows; null for one that has
 * more to it. Whatever fits the original fits it.
 */
export function plainSchema(schema: JsonObject): JsonObject | null {
  const { $schema: _draft, ...rest } = schema;
  if (AMBIGUOUS.test(JSON.stringify(rest))) return null;
  const plain = withoutNarrowing(rest) as JsonObject;
  return countNodes(plain, plain, new Map()) <= MAX_NODES ? plain : null;
}

function withoutNarrowing(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNarrowing);
  if (!isRecord(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => !NARROWING.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (VALUES.has(key)) return [key, value];
      const isByName = BY_NAME.has(key) && isRecord(value);
      return [key, isByName ? mapValues(value, withoutNarrowing) : withoutNarrowing(value)];
    }),
  );
}

function mapValues(record: Record<string, unknown>, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

/** Infinity for a schema that refers to itself, or to something that it does not have by name. */
function countNodes(node: unknown, root: JsonObject, counted: Map<string, number>): number {
  if (Array.isArray(node))
    return node.reduce<number>((sum, item) => sum + countNodes(item, root, counted), 1);
  if (!isRecord(node)) return 1;
  let sum = 1;
  for (const [key, value] of Object.entries(node)) {
    const isReference = key === '$ref' && typeof value === 'string';
    sum += isReference ? countTarget(value, root, counted) : countNodes(value, root, counted);
  }
  return sum;
}

function countTarget(reference: string, root: JsonObject, counted: Map<string, number>): number {
  const known = counted.get(reference);
  if (known !== undefined) return known;
  counted.set(reference, Infinity); // As long as it is being counted.
  const [, place = '', name = ''] = reference.split('/');
  const named = root[place];
  const target = LOCAL.test(reference) && isRecord(named) ? named[name] : undefined;
  const count = target === undefined ? Infinity : countNodes(target, root, counted);
  counted.set(reference, count);
  return count;
}
