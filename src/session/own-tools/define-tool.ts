import * as z from 'zod';
import { SimseError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { OwnTool, OwnToolContext } from '../../core/ports/own-tool.ts';

/** A tool whose arguments are checked by a schema before `run` gets them. */
export function defineTool<Schema extends z.ZodType>(
  schema: Schema,
  run: (args: z.output<Schema>, context: OwnToolContext) => Promise<ToolResult>,
  definition: Omit<OwnTool, 'inputSchema' | 'call'>,
): OwnTool {
  return {
    ...definition,
    inputSchema: jsonSchema(schema, 'input'),
    async call(args, context) {
      const parsed = schema.safeParse(args);
      if (parsed.success) return run(parsed.data, context);
      const message = `Invalid arguments: ${z.prettifyError(parsed.error)}`;
      throw new SimseError('usage', message, { cause: parsed.error });
    },
  };
}

/** The same twice, since clients of old read the text and clients of today the structure. */
export function structured(value: JsonObject): ToolResult {
  const content = [{ type: 'text' as const, text: JSON.stringify(value, null, 2) }];
  return { content, structuredContent: value, isError: false };
}

export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  return z.toJSONSchema(schema, { io }) as JsonObject;
}
