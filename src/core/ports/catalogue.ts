import type { ContentBlock } from '../content.ts';
import type { JsonObject } from '../json.ts';
import type { ToolChange, ToolProgress } from '../tool-call.ts';

/** A tool of an MCP server, under its qualified name `server/tool`. */
export interface CatalogueTool {
  name: string;
  server: string;
  tool: string;
  title?: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: JsonObject;
  /** JSON Schema of `structuredContent`. */
  outputSchema?: JsonObject;
  annotations?: JsonObject;
  /** Set while the user has not seen that the definition is not what it was: no rule and no earlier answer allows it. */
  change?: ToolChange;
}

export interface ToolResult {
  content: ContentBlock[];
  structuredContent?: unknown;
  isError: boolean;
}

export interface ToolCallOptions {
  signal?: AbortSignal;
  /** The backend's own id of the call, where it is known. */
  toolCallId?: string;
  onProgress?: (progress: ToolProgress) => void;
}

/** Every tool that can be called now. `call` throws a SimseError when the tool or its server is not there. */
export interface ToolCatalogue {
  /** Starts what is not running yet; resolves when every server is ready or has failed. Never rejects. */
  ready(): Promise<void>;
  list(): CatalogueTool[];
  find(name: string): CatalogueTool | undefined;
  call(name: string, args: JsonObject, options?: ToolCallOptions): Promise<ToolResult>;
  /** Called after tools came, went or changed. Returns the unsubscriber. */
  onChange(listener: () => void): () => void;
}
