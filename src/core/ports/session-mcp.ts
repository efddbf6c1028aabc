import type { McpServerStatus } from '../state/events.ts';
import type {
  CompletionQuery,
  McpPrompt,
  McpResource,
  McpResourceTemplate,
  OfferOptions,
} from './mcp-offers.ts';

/**
 * The MCP servers of a conversation, as a front end sees them. Nothing here throws or rejects: what is done to a server
 * resolves with one line for the user that says what came of it.
 */
export interface SessionMcp {
  status(): McpServerStatus[];
  prompts(): McpPrompt[];
  resources(): McpResource[];
  templates(): McpResourceTemplate[];
  /** What an argument of a prompt or a template could be; empty where the server does not say. */
  complete(query: CompletionQuery, options?: OfferOptions): Promise<string[]>;
  /** What the server logged or wrote to stderr last, oldest first. */
  recentLog(server: string): string[];
  /** What the server says about how to use it. */
  instructions(server: string): string | null;
  restart(server: string): Promise<string>;
  /** For this run; the config stays. */
  setEnabled(server: string, enabled: boolean): Promise<string>;
  logIn(server: string): Promise<string>;
  logOut(server: string): Promise<string>;
  /** Called after servers, tools, prompts or resources came, went or changed. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
}
