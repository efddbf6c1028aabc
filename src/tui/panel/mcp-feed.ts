import type { CompletionQuery } from '../../core/ports/mcp-offers.ts';
import type { Session } from '../../core/ports/session.ts';
import { type McpView, NO_SERVERS, queryKey } from './mcp-view.ts';

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
