import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../core/json.ts';
import type { CatalogueTool, ToolResult } from '../../core/ports/catalogue.ts';
import { toMcpSchema } from './to-mcp-tool.ts';

/** What one agent has been told that tools return, and keeps simse to. */
export interface ToldOutputs {
  /** Tells what else is known of the tools of a list: the one that the agent goes by from now on. */
  tell(tools: readonly (readonly [tool: Tool, from: CatalogueTool])[]): Promise<Tool[]>;
  /** The result of the tool that the agent knows by that name, as it was told. */
  keep(alias: string, result: ToolResult): Promise<ToolResult>;
}

/** The library that checks is loaded with the first tool that says what it returns. */
export function createToldOutputs(): ToldOutputs {
  let told = new Map<string, JsonObject>();
  return {
    async tell(tools) {
      const now = new Map<string, JsonObject>();
      const all: Tool[] = [];
      for (const [tool, { outputSchema }] of tools) {
        const promise = outputSchema === undefined ? null : (await load()).outputPromise(outputSchema);
        if (promise !== null) now.set(tool.name, promise);
        all.push(promise === null ? tool : { ...tool, outputSchema: toMcpSchema(promise) });
      }
      told = now;
      return all;
    },
    async keep(alias, result) {
      const promise = told.get(alias);
      return promise === undefined ? result : (await load()).keepPromise(promise, result);
    },
  };
}

const load = () => import('./output-promise.ts');
