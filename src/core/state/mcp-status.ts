export type McpServerState = 'disabled' | 'starting' | 'ready' | 'backing_off' | 'needs_auth' | 'failed';

export interface McpServerStatus {
  name: string;
  state: McpServerState;
  /** The one of its entry, or the one that was found to work. */
  transport: string;
  /** What is started or reached, for people: a command line or a url, its variables not replaced. */
  target: string;
  /** How many tools it offers now. */
  tools: number;
  prompts: number;
  /** Resources and templates of such. */
  resources: number;
  /** Why it is not ready, one line. */
  detail?: string;
  /** What the user can do about it, one line. */
  hint?: string;
  /** What went wrong last, one line, also when it is ready again. */
  lastError?: string;
  pid?: number;
  protocolVersion?: string;
  /** What the server calls itself. Shown, never used as a key. */
  serverInfo?: { name: string; version: string };
  /** From start to ready, milliseconds. */
  readyMs?: number;
  restarts: number;
}
