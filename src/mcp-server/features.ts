import type { ContentBlock } from '../core/content.ts';
import type { McpPromptMessage, McpResource, McpResourceTemplate } from '../core/ports/mcp-offers.ts';
import type { OwnTool } from '../core/ports/own-tool.ts';

/** A resource as clients are told of it. */
export interface ServerResource extends Omit<McpResource, 'server'> {
  /** ISO 8601. */
  lastModified?: string;
}

/** RFC 6570, simple `{name}` only. */
export type ServerResourceTemplate = Omit<McpResourceTemplate, 'server'>;

/** What changed. */
export interface ResourceChange {
  /** Whether this is a uri of a resource that did; there may be several for one. */
  touches(uri: string): boolean;
  /** Whether there are others than before. */
  list: boolean;
}

/** One kind of resources. */
export interface ResourceSource {
  templates: readonly ServerResourceTemplate[];
  list(): Promise<ServerResource[]>;
  /** null for a uri that is not one of its own, or names nothing. */
  read(uri: string): Promise<Extract<ContentBlock, { type: 'resource' }>[] | null>;
  /** Values of a template's variable that begin like this, best first. `context` has the other variables. */
  complete(
    uriTemplate: string,
    variable: string,
    value: string,
    context: Readonly<Record<string, string>>,
  ): Promise<string[]>;
  /** Returns the unsubscriber. */
  onChange(listener: (change: ResourceChange) => void): () => void;
}

export interface ServerPrompt {
  name: string;
  title?: string;
  description: string;
  arguments: readonly { name: string; description?: string; required: boolean }[];
  get(args: Readonly<Record<string, string>>): Promise<McpPromptMessage[]>;
  complete(argument: string, value: string, context: Readonly<Record<string, string>>): Promise<string[]>;
}

/** Everything that a server offers. Connections share it: each has a server of its own over it. */
export interface ServerFeatures {
  /** The tools as they are now. */
  tools(): readonly OwnTool[];
  onToolsChanged(listener: () => void): () => void;
  resources: readonly ResourceSource[];
  prompts: readonly ServerPrompt[];
  /** Absolute paths, told by `roots/list`. */
  roots: readonly string[];
  instructions: string;
}
