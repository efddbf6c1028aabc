import { cleanText } from '../../core/text/clean-text.ts';
import { isRecord, type JsonObject } from '../../core/json.ts';
import { toolAlias } from '../../core/text/tool-names.ts';
import type { McpTool } from '../mcp-client/mcp-tool.ts';
import { callMcpTool } from '../tools/call-mcp-tool.ts';
import { argumentsOf } from './arguments-of.ts';
import type { ModelTool } from './model-tool.ts';

const DESCRIPTION_CHARS = 2000;

/** The tools of MCP servers for a model, under names of the letters that models take. */
export function mcpModelTools(tools: readonly McpTool[]): ModelTool[] {
  return tools.map((tool) => ({
    name: toolAlias(tool.name),
    description: `${cleanText(tool.description).slice(0, DESCRIPTION_CHARS)}\n(${tool.name})`.trim(),
    inputSchema: asObjectSchema(tool.inputSchema),
    isReadOnly: tool.isReadOnly,
    prepare: (args, context) =>
      callMcpTool(context, { tool: tool.name, args: argumentsOf(tool.name, args), known: tool }),
  }));
}

/** Providers refuse every tool for one whose arguments are said to be no object. */
function asObjectSchema(schema: JsonObject): JsonObject {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  return { ...schema, type: 'object', properties: properties as JsonObject };
}
