import type { Elicit } from '../elicitation/elicitation.ts';
import type { JsonObject } from '../json.ts';
import type { ToolCallOptions, ToolResult } from './catalogue.ts';
import type { LogLevel, SamplingAnswer, SamplingRequest } from './mcp-host.ts';

type CallerSampling = Omit<SamplingRequest, 'server' | 'modelHints'> &
  Partial<Pick<SamplingRequest, 'modelHints'>>;

/** What a tool is called with beside its arguments. */
export interface OwnToolContext {
  signal: AbortSignal;
  /** Who calls: a backend's name, or what an MCP client calls itself. */
  caller: string;
  /** What tells callers apart that may be called the same: one object for all calls of a connection. */
  client?: object;
  onProgress: NonNullable<ToolCallOptions['onProgress']>;
  /** Tells the caller something that is no result. */
  log(level: LogLevel, text: string): void;
  /** Asks whoever is at the caller's end; missing where that is not possible. */
  elicit?: Elicit;
  /** Lets the stream of this call go, so that the caller comes back for the answer; missing where there is none. */
  releaseStream?: () => void;
  /** Asks the caller's model; missing where that is not possible. Rejects with SimseError('denied') where the caller does not agree. */
  sample?: (request: CallerSampling, signal?: AbortSignal) => Promise<SamplingAnswer>;
}

/** A tool of simse's own, for the agents that it drives and for the clients of its MCP server. */
export interface OwnTool {
  name: string;
  title: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: JsonObject;
  /** JSON Schema of `structuredContent`. */
  outputSchema?: JsonObject;
  annotations?: JsonObject;
  /**
   * The arguments are as they came, unchecked. A SimseError that is thrown is told to the caller as a failed result, which
   * its model can read and mend.
   */
  call(args: JsonObject, context: OwnToolContext): Promise<ToolResult>;
}
