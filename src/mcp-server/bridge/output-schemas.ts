import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../core/json.ts';
import type { CatalogueTool, ToolResult } from '../../core/ports/catalogue.ts';
import { toMcpSchema } from './to-mcp-tool.ts';

/** What one agent has been told that tools return, and keeps simse to. */
export interface OutputSchemas {
  /** Tells what else is known of the tools of a list: the one that the agent goes by from now on. */
  announce(tools: readonly (readonly [tool: Tool, from: CatalogueTool])[]): Promise<Tool[]>;
  /** The result of the tool that the agent knows by that name, as it was told. */
  fit(alias: string, result: ToolResult): Promise<ToolResult>;
}

/** The library that checks is loaded with the first tool that says what it returns. */
export function createOutputSchemas(): OutputSchemas {
  let current = new Map<string, JsonObject>();
  return {
    async announce(tools) {
      const now = new Map<string, JsonObject>();
      const all: Tool[] = [];
      for (const [tool, { outputSchema }] of tools) {
        const announced = outputSchema === undefined ? null : (await load()).announcedSchema(outputSchema);
        if (announced !== null) now.set(tool.name, announced);
        all.push(announced === null ? tool : { ...tool, outputSchema: toMcpSchema(announced) });
      }
      current = now;
      return all;
    },
    async fit(alias, result) {
      const announced = current.get(alias);
      return announced === undefined ? result : (await load()).fitToSchema(announced, result);
    },
  };
}

const load = () => import('./announced-schema.ts');
