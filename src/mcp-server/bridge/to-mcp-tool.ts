import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { isRecord, type JsonObject } from '../../core/json.ts';
import type { CatalogueTool } from '../../core/ports/catalogue.ts';
import { TOOL_NAME } from '../../core/rpc/own-meta.ts';
import { cleanLine, cleanText } from '../../core/text/clean-text.ts';

const MAX_DESCRIPTION_BYTES = 2048;
const MAX_DEPTH = 64;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;
/** Values, not words about them: changing these would change what a tool takes. */
const VALUE_KEYWORDS = new Set(['const', 'default', 'enum', 'examples']);

/** A tool as agents see it, but for what it returns. Every text that a model will read is free of hidden characters, and bounded. */
export function toMcpTool(
  { name: qualifiedName, title, description, inputSchema, annotations }: CatalogueTool,
  name: string,
): Tool {
  return {
    name,
    ...(title === undefined ? {} : { title: cleanLine(title) }),
    description: cutBytes(cleanText(description), MAX_DESCRIPTION_BYTES),
    inputSchema: toMcpSchema(inputSchema),
    ...(annotations === undefined ? {} : { annotations: hintsOf(annotations) }),
    _meta: { [TOOL_NAME]: cleanLine(qualifiedName) },
  };
}

/** A schema of an object as agents see it. */
export function toMcpSchema(schema: JsonObject): JsonObject & { type: 'object' } {
  return { ...(cleanSchema(schema, MAX_DEPTH) as JsonObject), type: 'object' };
}

function hintsOf(annotations: JsonObject): Record<string, boolean> {
  const hints = HINTS.map((hint) => [hint, annotations[hint]] as const);
  return Object.fromEntries(
    hints.filter((entry): entry is [(typeof entry)[0], boolean] => typeof entry[1] === 'boolean'),
  );
}

function cleanSchema(schema: unknown, depth: number): unknown {
  if (depth === 0) return {};
  if (Array.isArray(schema)) return schema.map((item) => cleanSchema(item, depth - 1));
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => {
      const isText = (key === 'description' || key === 'title') && typeof value === 'string';
      if (isText) return [key, cutBytes(cleanText(value), MAX_DESCRIPTION_BYTES)];
      return [key, VALUE_KEYWORDS.has(key) ? value : cleanSchema(value, depth - 1)];
    }),
  );
}

/** At most so many bytes of UTF-8, with an ellipsis where something was cut off. */
function cutBytes(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  const cut = new TextDecoder().decode(bytes.subarray(0, limit - 3), { stream: true });
  return `${cut}…`;
}
