import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { defined } from '../../core/json.ts';
import type { McpPrompt, McpResource, McpResourceTemplate } from '../../core/ports/mcp-offers.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';
import { LIST_NAMES, type ListCapability, type ListName, MCP_LISTS } from '../protocol/mcp-lists.ts';
import { isBadAnswer, isUnknownMethod, toAnswerError } from '../server-answer.ts';
import type { HostTool } from '../translate/to-catalogue-tool.ts';
import { type Fetched, fetchOffers, type OfferKind, PROMPTS, RESOURCES, TEMPLATES } from './fetch-list.ts';
import { type FetchedTools, fetchTools } from './fetch-tools.ts';
import { LiveList } from './live-list.ts';

/** How long whoever wants to see everything waits for a page of what is not a tool. */
const OFFERS_MS = 10_000;

interface ServerListsOptions {
  config: McpServerConfig;
  /** What is offered of the tools that were read. */
  adoptTools(fetched: FetchedTools): Promise<Fetched<HostTool>>;
  onTools(): void;
  /** Prompts, resources or templates came, went or changed. */
  onOffers(): void;
  onProblem(text: string): void;
}

/** Everything that one server offers, as it is now. */
export class ServerLists {
  readonly tools: LiveList<HostTool>;
  readonly prompts: LiveList<McpPrompt>;
  readonly resources: LiveList<McpResource>;
  readonly templates: LiveList<McpResourceTemplate>;
  readonly #onProblem: (text: string) => void;

  constructor({ config, adoptTools, onTools, onOffers, onProblem }: ServerListsOptions) {
    this.#onProblem = onProblem;
    this.tools = new LiveList({
      noun: MCP_LISTS.tools.plural,
      fetch: async (connection, signal) =>
        adoptTools({
          ...(await fetchTools(config, pagesOf(connection, MCP_LISTS.tools.method, { signal }))),
          instructions: connection.identity.instructions,
        }),
      onChange: onTools,
      onProblem,
    });
    const timeoutMs = Math.min(config.timeoutMs, OFFERS_MS);
    const listOf = <T>(kind: OfferKind<T>): LiveList<T> =>
      new LiveList({
        noun: kind.plural,
        fetch: (connection, signal) =>
          fetchOffers(kind, config.name, pagesOf(connection, kind.method, { signal, timeoutMs })),
        onChange: onOffers,
        onProblem,
      });
    this.prompts = listOf(PROMPTS);
    this.resources = listOf(RESOURCES);
    this.templates = listOf(TEMPLATES);
  }

  /**
   * Reads everything that a new connection offers, all at the same time. A list that the server does not give is empty and
   * told, and costs no other. `tools` rejects with a SimseError when there is no answer at all, `others` never does.
   */
  read(connection: McpConnection, signal: AbortSignal): { tools: Promise<void>; others: Promise<unknown> } {
    const others = [
      this.#readList('prompts', connection),
      this.#readList('resources', connection),
      this.#readList('templates', connection),
    ];
    return {
      tools: this.#readList('tools', connection, signal),
      others: Promise.allSettled(others),
    };
  }

  /** The server says that a list has changed. */
  refresh(changed: ListCapability): void {
    for (const name of LIST_NAMES) if (MCP_LISTS[name].capability === changed) this[name].refresh();
  }

  /** Another connection follows at once. */
  detach(): void {
    for (const name of LIST_NAMES) this[name].detach();
  }

  clear(): void {
    for (const name of LIST_NAMES) this[name].clear();
  }

  stop(): void {
    for (const name of LIST_NAMES) this[name].stop();
  }

  async #readList(name: ListName, connection: McpConnection, signal?: AbortSignal): Promise<void> {
    const { capability, plural } = MCP_LISTS[name];
    const list = this[name];
    if (connection.identity.capabilities[capability] === undefined) return list.clear();
    try {
      await list.read(connection, signal);
    } catch (error) {
      if (isUnknownMethod(error)) return;
      const isTold = isBadAnswer(error) || (signal === undefined && isTimeout(error));
      if (!isTold) throw error;
      this.#onProblem(`its ${plural} could not be read: it ${messageOf(error)}`);
    }
  }
}

/** The pages of a list, as the server sends them. */
function pagesOf(
  connection: McpConnection,
  method: string,
  options: { signal: AbortSignal | undefined; timeoutMs?: number },
) {
  return async (cursor: string | undefined): Promise<unknown> => {
    try {
      return await connection.request(method, cursor === undefined ? {} : { cursor }, defined(options));
    } catch (error) {
      throw toAnswerError(method, error);
    }
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof SimseError && error.code === 'timeout';
}
