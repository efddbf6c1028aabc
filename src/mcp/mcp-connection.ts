import type { ToolCallOptions } from '../core/ports.ts';

/**
 * One live connection to a server, whatever its transport, after the handshake. What it returns is as it came from the
 * server: `translate/` reads it. A request that fails rejects with a SimseError whose message lacks its subject ("did not
 * answer tools/list within 60000 ms"); it never outlives the connection.
 */
export interface McpConnection extends AsyncDisposable {
  readonly pid?: number;
  readonly protocolVersion?: string;
  readonly serverInfo?: { name: string; version: string };
  /** How to use the server, in its own words. */
  readonly instructions: string | null;
  /** Whether the server said that it has tools. */
  readonly hasTools: boolean;
  /** One page of tools/list. */
  listTools(cursor: string | undefined, signal: AbortSignal): Promise<unknown>;
  /** Rejects with `tool_failed` when the server answers with an error. */
  callTool(name: string, args: Record<string, unknown>, options: ToolCallOptions): Promise<unknown>;
  /** Resolves with the reason, one line, when the connection is gone. */
  readonly closed: Promise<string>;
}

/** What a connection reports while it lives. Listeners must not throw. */
export interface ConnectionEvents {
  onToolsChanged(): void;
  /** A log message of the server, or something it wrote that is no message. One line each. */
  onLog(line: string): void;
}
