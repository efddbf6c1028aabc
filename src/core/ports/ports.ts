import type { ContentBlock } from '../state/content.ts';
import type { EarlierSessions } from './earlier-sessions.ts';
import type { ElicitationAnswer, ElicitationRequest } from '../elicitation/elicitation.ts';
import type {
  AgentInfo,
  SessionEvent,
  StampedEvent,
  StopReason,
  TurnError,
  TurnTokens,
} from '../state/events.ts';
import type {
  GateRequest,
  PermissionMode,
  QuestionAnswer,
  QuestionOption,
  Verdict,
} from '../gate/gate-request.ts';
import type { JsonObject } from '../json.ts';
import type { SessionLibrary } from './library.ts';
import type { McpOffers } from './mcp-offers.ts';
import type { SessionBackends } from './session-backends.ts';
import type { SessionCommands } from './session-commands.ts';
import type { SessionFacts } from './session-facts.ts';
import type { SessionMcp } from './session-mcp.ts';
import type { SessionPermissions } from './session-permissions.ts';
import type { SessionShell } from './session-shell.ts';
import type { SessionState } from '../state/session-state.ts';
import type { ToolProgress } from '../state/tool-call.ts';
import type { ToolChange } from '../state/tool-change.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

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

export interface AskContext {
  askedBy: string;
  toolCallId?: string;
  signal?: AbortSignal;
  /**
   * The user has just allowed exactly this, in answer to the backend's own question. What forbids still forbids, but
   * nobody is asked again.
   */
  alreadyAllowed?: boolean;
  /** Who asks takes the reason of a rejection with the answer. */
  takesReason?: boolean;
}

/** The only way to a side effect. No method throws; a request that cannot be settled is denied. */
export interface Gatekeeper {
  authorize(request: GateRequest, context: AskContext): Promise<Verdict>;
  /** Answers a backend's own question with one of its options. */
  answer(request: GateRequest, options: QuestionOption[], context: AskContext): Promise<QuestionAnswer>;
  /** Whether it would be allowed without a question, as things are now. Nobody is told. */
  mayPass(request: GateRequest): boolean;
}

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

/** The user's MCP servers as a backend reaches them: whatever has an effect passes the gate. */
export interface BridgedServers {
  catalogue: ToolCatalogue;
  offers: McpOffers;
  /** What the servers that are ready say about how to use them. */
  instructions(): { server: string; text: string }[];
}

/** An MCP server of our own that a backend can be given, through which it calls the catalogue's tools. */
export interface Bridge extends AsyncDisposable {
  readonly server: BackendMcpServer;
  /** Resolves when an agent that has connected has been told its tools, or need not wait any longer. Never rejects. */
  settled(): Promise<void>;
}

/** Puts a request for information to the user. Never throws; without anybody to ask it declines. */
export type Elicit = (request: ElicitationRequest, context: AskContext) => Promise<ElicitationAnswer>;

export type EmitEvent = (event: SessionEvent) => void;

export type CommandResult =
  | { kind: 'handled'; text?: string }
  /** Not one of simse's own: to be sent to the agent as a prompt. */
  | { kind: 'prompt'; text: string }
  /**
   * Something to look at and to work with, on one of its items or on the list, filtered where it says by what. `text` says
   * it where there are no panels.
   */
  | { kind: 'panel'; panel: PanelName; item: string | null; filter?: string; text: string }
  | { kind: 'exit' }
  /** The front end leaves this session, and one opens for that. */
  | { kind: 'open'; next: NextSession }
  | { kind: 'clear' }
  /** Something of the prompt, which only a front end with keys has: `text` says so where there is none. */
  | { kind: 'prompt-action'; action: PromptAction; text: string }
  /** Print the entries that were left out when the session was taken up again, of many the last `most`. */
  | { kind: 'history'; most: number };

/** The user's own editor for the draft, the list of keys, or the keys of vim on and off. */
export type PromptAction = 'edit' | 'show-keys' | 'toggle-vim';

/** A recorded session with which the user goes on: in itself, or in a fork of it, up to the end of a turn or of all. */
export interface NextSession {
  id: string;
  fork: boolean;
  /** Counted from 1; only of a fork. */
  turn?: number;
}

/** What a front end can show as a live list. */
export type PanelName =
  | 'mcp'
  | 'permissions'
  | 'tools'
  | 'server'
  | 'model'
  | 'config'
  | 'resume'
  | 'library'
  | 'status'
  | 'context'
  | 'cost'
  | 'diff'
  | 'help';

/** A conversation, as a front end sees it. */
export interface Session extends AsyncDisposable {
  readonly id: string;
  getState(): SessionState;
  /** For useSyncExternalStore. */
  subscribe(listener: () => void): () => void;
  /** Every event in order, after the reducer has folded it. */
  onEvent(listener: (event: StampedEvent) => void): () => void;
  /** Starts the backend and the MCP servers ahead of the first prompt. What goes wrong is reported as events. */
  warmUp(): void;
  /**
   * Runs a turn. While one runs, adds to it where the backend takes that and `steer` is not false, else queues. Resolves with
   * how the turn ended.
   */
  prompt(blocks: ContentBlock[], options?: { steer?: boolean }): Promise<TurnResult>;
  removeQueued(promptId: string): void;
  /** Cancels the running turn; without one it does nothing. What is queued then waits for the next prompt, or `resumeQueue`. */
  cancel(): void;
  /** Ends the backend, and with it the running turn, for an agent that does not react. The next prompt starts it again. */
  endBackend(): void;
  /** Goes on with what is queued and waits. */
  resumeQueue(): void;
  answer(questionId: string, answer: QuestionAnswer): void;
  answerElicitation(elicitationId: string, answer: ElicitationAnswer): void;
  setMode(mode: PermissionMode): void;
  /** Runs a line that starts with `/`. */
  runCommand(line: string): Promise<CommandResult>;
  /** Tools that can be called now, for completion and listings. */
  tools(): CatalogueTool[];
  readonly mcp: SessionMcp;
  readonly files: WorkspaceFiles;
  readonly shell: SessionShell;
  readonly commands: SessionCommands;
  readonly permissions: SessionPermissions;
  readonly backends: SessionBackends;
  /** Goes on with another backend, which is told the conversation so far. Rejects with a SimseError, also while a turn runs. */
  switchBackend(name: string): Promise<void>;
  /** Changes one of the agent's own settings. Rejects with a SimseError. */
  setConfigOption(id: string, value: string | boolean): Promise<void>;
  readonly earlier: EarlierSessions;
  readonly library: SessionLibrary;
  facts(): SessionFacts;
  /** Says how the front end steps aside while a program, as a login, uses the terminal. Without it none does. */
  setTerminalLender(lender: TerminalLender): void;
}

/** Steps aside, lets somebody else use the terminal, and comes back after. Rejects only as `use` does. */
export type TerminalLender = (use: () => Promise<void>) => Promise<void>;
