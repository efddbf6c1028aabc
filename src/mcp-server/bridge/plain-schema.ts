import { isRecord, type JsonObject } from '../../core/json.ts';

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
