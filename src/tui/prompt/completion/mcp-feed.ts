import type { CatalogueTool } from '../../../core/ports/catalogue.ts';
import type {
  CompletionQuery,
  McpPrompt,
  McpResource,
  McpResourceTemplate,
} from '../../../core/ports/mcp-offers.ts';
import type { Session } from '../../../core/ports/session.ts';
import { countOf } from '../../../core/text/quantities.ts';

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

/** How long nobody may have typed before a server is asked. */
const CALM_MS = 100;
/** Answers that are kept; past them all are forgotten. */
const MAX_ANSWERS = 200;

/** What a session's MCP servers offer, kept for drawing, and what they answer to what is being typed. */
export class McpFeed {
  readonly #session: Session;
  readonly #changed: () => void;
  readonly #unsubscribe: () => void;
  #view: McpView | null = null;
  #values: ReadonlyMap<string, readonly string[]> = new Map();
  #wanted: string | null = null;
  #asking: AbortController = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  /** `changed` is called when there is another view. */
  constructor(session: Session, changed: () => void) {
    this.#session = session;
    this.#changed = changed;
    this.#unsubscribe = session.mcp.onChange(() => {
      this.#values = new Map();
      this.#renew();
    });
  }

  view(): McpView {
    this.#view ??= this.#look();
    return this.#view;
  }

  /** Has the query answered, when it stays the wanted one for a moment. */
  want(query: CompletionQuery | null): void {
    const key = query === null ? null : queryKey(query);
    if (key === this.#wanted) return;
    this.#wanted = key;
    this.#asking.abort();
    clearTimeout(this.#timer);
    if (query === null || key === null || this.#values.has(key)) return;
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.#timer = setTimeout(() => void this.#ask(query, key, signal), CALM_MS);
  }

  close(): void {
    this.#unsubscribe();
    this.#asking.abort();
    clearTimeout(this.#timer);
  }

  async #ask(query: CompletionQuery, key: string, signal: AbortSignal): Promise<void> {
    const answer = await this.#session.mcp.complete(query, { signal });
    if (signal.aborted) return;
    const kept = this.#values.size < MAX_ANSWERS ? this.#values : [];
    this.#values = new Map([...kept, [key, answer]]);
    this.#renew();
  }

  #renew(): void {
    this.#view = null;
    this.#changed();
  }

  #look(): McpView {
    const { mcp } = this.#session;
    return {
      ...NO_SERVERS,
      tools: this.#session.tools(),
      prompts: mcp.prompts(),
      resources: mcp.resources(),
      templates: mcp.templates(),
      values: this.#values,
      log: (server) => mcp.recentLog(server),
      instructions: (server) => mcp.instructions(server),
    };
  }
}

/** `2 resources` and `1 template` of a server; what there is none of is left out. */
export function countResources({ resources, templates }: McpView, server: string): string[] {
  const count = (offers: readonly { server: string }[], noun: string): string[] => {
    const own = offers.filter((offer) => offer.server === server).length;
    return own === 0 ? [] : [countOf(own, noun)];
  };
  return [...count(resources, 'resource'), ...count(templates, 'template')];
}
