import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type {
  ClientCapabilities,
  CompleteRequest,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
  ServerCapabilities,
  Tool,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../core/json.ts';
import type { ToolResult } from '../../core/ports/catalogue.ts';
import type { LogLevel } from '../../core/ports/mcp-host.ts';
import type { McpPromptMessage } from '../../core/ports/mcp-offers.ts';
import type { OwnToolContext } from '../../core/ports/own-tool.ts';
import type { ListCapability } from '../../mcp/protocol/mcp-lists.ts';

/** What a request says beside its parameters. */
export type RequestMeta = Readonly<Record<string, unknown>> | undefined;

/**
 * What a server offers to one client, in the shapes of the protocol: simse's own features, or the user's servers through the
 * bridge. A SimseError that is thrown is told to the client as the protocol has it, an RpcError as it is.
 */
export interface Offering {
  readonly capabilities: ServerCapabilities;
  /** How many items go on a page of a list; Infinity for all. */
  readonly pageSize: number;
  /** After so many milliseconds of silence a client is told that its call still runs; never without it. */
  readonly heartbeatMs?: number;
  /** What a client that introduces itself by this name is told about how to use the server. */
  instructions(client: string): Promise<string>;
  readonly lists: {
    tools(meta: RequestMeta): Promise<Tool[]>;
    prompts(): Promise<Prompt[]>;
    resources(): Promise<Resource[]>;
    templates(): Promise<ResourceTemplate[]>;
  };
  callTool(name: string, args: JsonObject, context: OwnToolContext, meta: RequestMeta): Promise<ToolResult>;
  getPrompt(name: string, args: Readonly<Record<string, string>>, signal: AbortSignal): Promise<PromptAnswer>;
  readResource(uri: string, signal: AbortSignal): Promise<ReadResourceResult['contents']>;
  /** All values that begin like this; `total` where more are known of than these. */
  complete(
    query: CompleteRequest['params'],
    signal: AbortSignal,
  ): Promise<{ values: string[]; total?: number }>;
  /** Calls back when the resource changes, until the subscription is disposed of. */
  subscribe(uri: string, onUpdate: () => void): Promise<AsyncDisposable>;
  /** Told of the lists that change, from when the client is ready to hear it. Returns the unsubscriber. */
  onChange(listener: (changed: ListCapability) => void): () => void;
  /** Absolute paths; answers `roots/list` where there are any to tell. */
  readonly roots?: readonly string[];
  /** The client has gone. */
  close(): void;
}

export interface PromptAnswer {
  description?: string;
  messages: McpPromptMessage[];
}

/** One client's connection: what is offered to it, and what it has said. */
export interface Connection {
  readonly server: Server;
  readonly offering: Offering;
  /** Once it has introduced itself. */
  client: { name: string; capabilities: ClientCapabilities } | null;
  /** The least that the client wants to hear of. */
  logLevel: LogLevel;
}
