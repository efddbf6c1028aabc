import { SimseError } from '../../src/core/errors.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { CatalogueTool, ToolCatalogue, ToolResult } from '../../src/core/ports/catalogue.ts';
import type { ToolChange } from '../../src/core/tool-call.ts';

/** Tools by their qualified names. */
export type FakeTools = Record<string, (args: JsonObject) => ToolResult | Promise<ToolResult>>;

const CHANGE: ToolChange = { kind: 'changed', before: 'a', after: 'b', hash: 'b' };

/** `changed` names those that are not what the user approved, as it is when they are looked up. */
export function createFakeCatalogue(
  tools: FakeTools,
  changed: ReadonlySet<string> = new Set(),
): ToolCatalogue {
  const find = (name: string): CatalogueTool | undefined => {
    const [server = '', tool = ''] = name.split('/');
    const known: CatalogueTool = { name, server, tool, description: '', inputSchema: {} };
    if (!Object.hasOwn(tools, name)) return undefined;
    return changed.has(name) ? { ...known, change: CHANGE } : known;
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
