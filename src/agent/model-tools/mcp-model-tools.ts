import { cleanText } from '../../core/clean-text.ts';
import { SimseError } from '../../core/errors.ts';
import { isRecord, type JsonObject } from '../../core/json.ts';
import { toolAlias } from '../../core/tool-alias.ts';
import type { McpTool } from '../mcp-client/mcp-tools.ts';
import { callMcpTool } from '../tools/call-mcp-tool.ts';
import type { ModelTool } from './model-tool.ts';

const DESCRIPTION_CHARS = 2000;

/** The tools of MCP servers for a model, under names of the letters that models take. */
export function mcpModelTools(tools: readonly McpTool[]): ModelTool[] {
  return tools.map(({ name, description, inputSchema, isReadOnly }) => ({
    name: toolAlias(name),
    description: `${cleanText(description).slice(0, DESCRIPTION_CHARS)}\n(${name})`.trim(),
    inputSchema,
    isReadOnly,
    prepare: (args, context) => callMcpTool(context, { tool: name, args: argumentsOf(name, args) }),
  }));
}

function argumentsOf(name: string, args: unknown): JsonObject {
  if (!isRecord(args)) throw new SimseError('usage', `${name} wants its arguments as an object`);
  return args as JsonObject;
}
