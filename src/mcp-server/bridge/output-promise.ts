import { type JsonObject, isRecord } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import { blocksToText } from '../../core/content.ts';
import { checkOutput } from '../../mcp/check-output.ts';
import { plainSchema } from './plain-schema.ts';

/** What stands in the place of structured content that is not what its server has promised. */
const OTHERWISE: JsonObject = {
  type: 'object',
  description: 'In place of a result that does not have this shape',
  properties: { unchecked: {}, reason: { type: 'string' } },
  required: ['unchecked', 'reason'],
  additionalProperties: false,
};

const EXAMPLE = { unchecked: null, reason: '' };

/** By the schema of the server; null for one that cannot be passed on. */
const promises = new WeakMap<JsonObject, JsonObject | null>();

/**
 * The schema by which simse can promise structured content, whatever the server then sends: an agent's client may drop a
 * result that does not fit, and a whole list for one schema that it cannot read. null where none can be given.
 */
export function outputPromise(schema: JsonObject): JsonObject | null {
  const known = promises.get(schema);
  if (known !== undefined) return known;
  const promise = toPromise(schema);
  promises.set(schema, promise);
  return promise;
}

function toPromise(schema: JsonObject): JsonObject | null {
  const plain = plainSchema(schema);
  if (plain === null) return null;
  const { $defs, definitions, ...shape } = plain;
  const promise: JsonObject = {
    type: 'object',
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
    anyOf: [shape, OTHERWISE],
  };
  return checkOutput(promise, EXAMPLE) === null ? promise : null;
}

/** A result as it was promised: with what the server has sent in its structured content, one way or the other. */
export function keepPromise(promise: JsonObject, result: ToolResult): ToolResult {
  const { content, structuredContent, isError } = result;
  if (structuredContent === undefined && isError) return result;
  if (!isRecord(structuredContent)) {
    const unchecked = structuredContent ?? blocksToText(content);
    return { ...result, structuredContent: { unchecked, reason: 'There is no structured content.' } };
  }
  const problem = checkOutput(promise, structuredContent);
  if (problem === null) return result;
  return {
    ...result,
    structuredContent: { unchecked: structuredContent, reason: 'It does not fit its schema.' },
  };
}
