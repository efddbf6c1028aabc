import type {
  CompletionQuery,
  McpPrompt,
  McpResource,
  McpResourceTemplate,
} from '../../core/ports/mcp-offers.ts';
import type { CatalogueTool } from '../../core/ports/catalogue.ts';

/** What MCP servers offer and say, as it is drawn. Immutable, but for the two functions, which tell what is so now. */
export interface McpView {
  readonly tools: readonly CatalogueTool[];
  readonly prompts: readonly McpPrompt[];
  readonly resources: readonly McpResource[];
  readonly templates: readonly McpResourceTemplate[];
  /** What servers have answered to queries, by queryKey. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  log(server: string): readonly string[];
  instructions(server: string): string | null;
}

export const NO_SERVERS: McpView = {
  tools: [],
  prompts: [],
  resources: [],
  templates: [],
  values: new Map(),
  log: () => [],
  instructions: () => null,
};

export function queryKey({ target, argument, context }: CompletionQuery): string {
  return JSON.stringify([target, argument, context]);
}

/**
 * The values that fit a query. Until its server has answered, those of the longest beginning of the value that it has
 * answered: a list must not come and go with every key.
 */
export function valuesFor(query: CompletionQuery, { values }: McpView): readonly string[] {
  const { name, value } = query.argument;
  for (let length = value.length; length >= 0; length -= 1) {
    const shorter = { ...query, argument: { name, value: value.slice(0, length) } };
    const known = values.get(queryKey(shorter));
    if (known === undefined) continue;
    const typed = value.toLowerCase();
    return length === value.length ? known : known.filter((one) => one.toLowerCase().startsWith(typed));
  }
  return [];
}
