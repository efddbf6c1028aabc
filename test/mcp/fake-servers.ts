import { SimseError } from '../../src/core/errors.ts';
import type { BridgedServers } from '../../src/core/ports/bridge.ts';
import type { CatalogueTool, ToolCatalogue } from '../../src/core/ports/catalogue.ts';
import type {
  CompletionQuery,
  McpOffers,
  McpPrompt,
  McpResource,
  McpResourceTemplate,
} from '../../src/core/ports/mcp-offers.ts';

export interface FakeServers extends BridgedServers {
  tools: CatalogueTool[];
  prompts: McpPrompt[];
  resources: McpResource[];
  templates: McpResourceTemplate[];
  said: { server: string; text: string }[];
  /** What was asked of the servers, in order. */
  asked: unknown[];
  /** Tells that something in these lists has changed. */
  change(): void;
  /** Who has subscribed, by `server uri`. */
  subscribers: Map<string, () => void>;
  call: ToolCatalogue['call'];
}

/** The user's servers, in this process: what they offer can be set, and what is asked of them is noted. */
export function fakeServers(fields: Partial<FakeServers> = {}): FakeServers {
  const listeners = new Set<() => void>();
  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const fake: FakeServers = {
    tools: [],
    prompts: [],
    resources: [],
    templates: [],
    said: [],
    asked: [],
    subscribers: new Map(),
    change: () => {
      for (const listener of listeners) listener();
    },
    call: (name) => Promise.resolve({ content: [{ type: 'text', text: name }], isError: false }),
    catalogue: {
      ready: () => Promise.resolve(),
      list: () => fake.tools,
      find: (name) => fake.tools.find((tool) => tool.name === name),
      call: (name, args, options) => fake.call(name, args, options),
      onChange,
    },
    offers: fakeOffers(() => fake, onChange),
    instructions: () => fake.said,
    ...fields,
  };
  return fake;
}

function fakeOffers(fake: () => FakeServers, onChange: McpOffers['onChange']): McpOffers {
  const note = (what: unknown) => void fake().asked.push(what);
  return {
    prompts: () => fake().prompts,
    resources: () => fake().resources,
    templates: () => fake().templates,
    async getPrompt(server, name, args) {
      note({ server, name, args });
      return [{ role: 'user', content: { type: 'text', text: `Hello ${args.who ?? 'you'}` } }];
    },
    async readResource(server, uri) {
      note({ server, uri });
      if (server === 'locked') throw new SimseError('denied', 'you rejected it', { hint: 'Ask nicely.' });
      return [{ type: 'resource', uri, mimeType: 'text/plain', text: `${server} has ${uri}` }];
    },
    async complete(query: CompletionQuery) {
      note(query);
      return Array.from({ length: 150 }, (_, index) => `${query.argument.value}${index}`);
    },
    async subscribe(server, uri, listener) {
      fake().subscribers.set(`${server} ${uri}`, listener);
      return { [Symbol.asyncDispose]: async () => void fake().subscribers.delete(`${server} ${uri}`) };
    },
    onChange,
  };
}

export function tool(name: string): CatalogueTool {
  const [server = '', ...rest] = name.split('/');
  return { name, server, tool: rest.join('/'), description: '', inputSchema: { type: 'object' } };
}

export function resource(server: string, uri: string): McpResource {
  return { server, uri, name: uri };
}

export function template(server: string, uriTemplate: string): McpResourceTemplate {
  return { server, uriTemplate, name: uriTemplate };
}

export function prompt(server: string, name: string): McpPrompt {
  return { server, name, description: `The prompt ${name}`, arguments: [{ name: 'who', required: true }] };
}
