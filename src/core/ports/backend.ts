import type { ContentBlock } from '../content.ts';
import type { PermissionMode } from '../gate/permission-mode.ts';
import type { AgentInfo, StopReason, TurnError, TurnTokens } from '../state/events.ts';

/** How an MCP server is named to a backend in session/new. */
export type BackendMcpServer =
  | { transport: 'stdio'; name: string; command: string; args: string[]; env: Record<string, string> }
  | { transport: 'http' | 'sse'; name: string; url: string; headers: Record<string, string> };

export interface BackendCapabilities {
  mcpHttp: boolean;
  image: boolean;
  audio: boolean;
  embeddedContext: boolean;
  loadSession: boolean;
  resumeSession: boolean;
  /** A session can begin with what was said in another. */
  forkSession: boolean;
  listSessions: boolean;
  deleteSession: boolean;
  archiveSession: boolean;
  /** A prompt can be added to the turn that runs. */
  steering: boolean;
  logout: boolean;
}

/** A way to log in at a backend. */
export interface AuthMethod {
  id: string;
  name: string;
  description?: string;
  /** Runs in the user's terminal and ends with 0 when it worked; without it the backend does it by itself. */
  terminal?: {
    command: string;
    args: string[];
    cwd: string;
    env: Record<string, string>;
    /** The command as a shell would read it, for the gate to judge and people to read. */
    line: string;
  };
}

/** A session that a backend keeps. */
export interface BackendSessionInfo {
  id: string;
  cwd: string;
  title?: string;
  /** Epoch milliseconds. */
  updatedAt?: number;
}

export interface TurnResult {
  stopReason: StopReason;
  /** Where the agent tells. */
  tokens?: TurnTokens;
  error?: TurnError;
}

export interface BackendExit {
  /** One line: exit code or signal, or why it could not start. */
  reason: string;
  /** The last lines it wrote to stderr, at most 8 KB. */
  stderr: string;
}

/** A running agent process. Its events arrive through the `emit` it was started with. */
export interface Backend extends AsyncDisposable {
  readonly name: string;
  readonly agent: AgentInfo | null;
  readonly capabilities: BackendCapabilities;
  /** Resolves when the process has gone, whoever ended it. */
  readonly exited: Promise<BackendExit>;
  /** Empty when it needs no login, or does not say. */
  readonly authMethods: readonly AuthMethod[];
  /** Rejects with SimseError('auth_required') when nobody is logged in. */
  openSession(options: OpenSessionOptions): Promise<BackendSession>;
  /** Logs in by a method that has no `terminal`; may take minutes. */
  authenticate(methodId: string, signal?: AbortSignal): Promise<void>;
  logout(): Promise<void>;
  /** What it keeps, of every page. Only where `listSessions` is offered. */
  listSessions(cwd: string | null): Promise<BackendSessionInfo[]>;
  deleteSession(id: string): Promise<void>;
  /** Keeps it, but lists it no longer. Only where `archiveSession` is offered. */
  archiveSession(id: string): Promise<void>;
}

export interface OpenSessionOptions {
  cwd: string;
  additionalDirectories: string[];
  mcpServers: BackendMcpServer[];
  /**
   * The backend's id of a session to go on with, by `session/resume`, else by `session/load` with its replay left out.
   * Rejects with SimseError('no_session') when the backend can do neither or does not know it.
   */
  resume?: string;
  /** Leaves the session of `resume` as it is and goes on with a fork of it; rejects alike. */
  fork?: true;
}

export interface BackendSession {
  readonly id: string;
  /**
   * One turn. Resolves when it has ended, with an `error` when it failed; rejects only with a SimseError when the
   * backend is gone. Aborting the signal cancels the turn, then settles within the grace time.
   */
  prompt(blocks: ContentBlock[], options: { signal: AbortSignal }): Promise<TurnResult>;
  setMode(mode: PermissionMode): Promise<void>;
  setConfigOption(id: string, value: string | boolean): Promise<void>;
  /** Resolves with the title as the backend keeps it; the same where it keeps none of ours. */
  setTitle(title: string): Promise<string>;
  /** Adds to the turn that runs; false when it was not taken and has to wait for its own turn. */
  steer(blocks: ContentBlock[]): Promise<boolean>;
  /** Frees it on the backend where the backend can; never rejects. */
  close(): Promise<void>;
}
