import { SimseError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { CatalogueTool, ToolCatalogue, ToolResult } from '../../src/core/ports.ts';

/** Tools by their qualified names. */
export type FakeTools = Record<string, (args: JsonObject) => ToolResult | Promise<ToolResult>>;

export function createFakeCatalogue(tools: FakeTools): ToolCatalogue {
  const find = (name: string): CatalogueTool | undefined => {
    const [server = '', tool = ''] = name.split('/');
    return Object.hasOwn(tools, name) ? { name, server, tool, description: '', inputSchema: {} } : undefined;
  };
  return {
    find,
    ready: () => Promise.resolve(),
    list: () => Object.keys(tools).flatMap((name) => find(name) ?? []),
    async call(name, args) {
      const run = tools[name];
      if (run === undefined) throw new SimseError('not_found', `no tool ${name}`);
      return run(args);
    },
    onChange: () => () => {},
  };
}

/** A result of one text. */
export function textResult(text: string, isError = false): ToolResult {
  return { content: [{ type: 'text', text }], isError };
}
