import type { ContentBlock } from '../content.ts';

/** What an MCP server offers beside tools. All strings are the server's own words, cleaned and bounded. */
export interface McpPrompt {
  /** The server's name in the config. */
  server: string;
  name: string;
  title?: string;
  description: string;
  arguments: { name: string; description?: string; required: boolean }[];
}

export interface McpPromptMessage {
  role: 'user' | 'assistant';
  content: ContentBlock;
}

export interface McpResource {
  server: string;
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  /** Bytes. */
  size?: number;
}

export interface McpResourceTemplate {
  server: string;
  /** RFC 6570. */
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

/** What an argument is completed for. */
export type CompletionTarget =
  | { kind: 'prompt'; server: string; name: string }
  | { kind: 'resource'; server: string; uriTemplate: string };

export interface CompletionQuery {
  target: CompletionTarget;
  argument: { name: string; value: string };
  /** The arguments that are already known. */
  context: Record<string, string>;
}

export interface OfferOptions {
  signal?: AbortSignal;
  /** The backend's own id of the tool call that this is for. */
  toolCallId?: string;
}

/** The prompts and resources of every server that is ready. A failing request rejects with a SimseError. */
export interface McpOffers {
  prompts(): McpPrompt[];
  resources(): McpResource[];
  templates(): McpResourceTemplate[];
  getPrompt(
    server: string,
    name: string,
    args: Record<string, string>,
    options?: OfferOptions,
  ): Promise<McpPromptMessage[]>;
  /** Its contents, as `resource` blocks; over the cap they are cut like a tool's result. */
  readResource(server: string, uri: string, options?: OfferOptions): Promise<ContentBlock[]>;
  /** Never rejects: a server that cannot complete completes nothing. */
  complete(query: CompletionQuery, options?: OfferOptions): Promise<string[]>;
  /** Calls back when the resource changes, across restarts of its server, until the subscription is disposed of. */
  subscribe(server: string, uri: string, listener: () => void): Promise<AsyncDisposable>;
  /** Called after prompts, resources or templates came, went or changed. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
}
