import type { CatalogueTool, ToolCatalogue, ToolResult } from '../../src/core/ports/catalogue.ts';
import type { McpHost } from '../../src/core/ports/mcp-host.ts';

export const ECHO: CatalogueTool = {
  name: 'everything/echo',
  server: 'everything',
  tool: 'echo',
  description: 'Echoes.',
  inputSchema: { type: 'object' },
};

/** A catalogue whose tools answer with their arguments; `called` lists the calls that came through. */
function fakeCatalogue(tools: CatalogueTool[] = [ECHO]): ToolCatalogue & { called: string[] } {
  const called: string[] = [];
  return {
    called,
    ready: () => Promise.resolve(),
    list: () => tools,
    find: (name) => tools.find((tool) => tool.name === name),
    onChange: () => () => {},
    call(name, args): Promise<ToolResult> {
      called.push(name);
      return Promise.resolve({ content: [{ type: 'text', text: JSON.stringify(args) }], isError: false });
    },
  };
}

export function fakeMcpHost(catalogue: ToolCatalogue = fakeCatalogue()): McpHost {
  return {
    catalogue,
    status: () => [],
    start: () => Promise.resolve(),
    offers: {
      prompts: () => [],
      resources: () => [],
      templates: () => [],
      getPrompt: () => Promise.resolve([]),
      readResource: () => Promise.resolve([]),
      complete: () => Promise.resolve([]),
      subscribe: () => Promise.resolve({ [Symbol.asyncDispose]: () => Promise.resolve() }),
      onChange: () => () => {},
    },
    serveClient: () => {},
    setRoots: () => {},
    restart: () => Promise.resolve(),
    setEnabled: () => Promise.resolve(),
    logIn: () => Promise.resolve(),
    logOut: () => Promise.resolve(false),
    recentLog: () => [],
    instructions: () => null,
    acceptChange: () => Promise.resolve(),
    onStatus: () => () => {},
    onNotice: () => () => {},
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
