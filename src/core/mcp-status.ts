export type McpServerState = 'disabled' | 'starting' | 'ready' | 'backing_off' | 'needs_auth' | 'failed';

export interface McpServerStatus {
  name: string;
  state: McpServerState;
  transport: string;
  /** How many tools it offers now. */
  tools: number;
  /** Why it is not ready, one line. */
  detail?: string;
  pid?: number;
  protocolVersion?: string;
  /** What the server calls itself. Shown, never used as a key. */
  serverInfo?: { name: string; version: string };
  /** From start to ready, milliseconds. */
  readyMs?: number;
  restarts: number;
}
