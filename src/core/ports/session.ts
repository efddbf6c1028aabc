import type { ContentBlock } from '../content.ts';
import type { ElicitationAnswer } from '../elicitation/elicitation.ts';
import type { QuestionAnswer } from '../gate/gate-request.ts';
import type { PermissionMode } from '../gate/permission-mode.ts';
import type { StampedEvent } from '../state/events.ts';
import type { SessionState } from '../state/session-state.ts';
import type { BackendCapabilities, TurnResult } from './backend.ts';
import type { CatalogueTool } from './catalogue.ts';
import type { EarlierSessions } from './earlier-sessions.ts';
import type { SessionLibrary } from './library.ts';
import type { CommandResult, SessionCommands } from './session-commands.ts';
import type { SessionMcp } from './session-mcp.ts';
import type { SessionPermissions } from './session-permissions.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/** A conversation, as a front end sees it. Who needs a part of it takes that part. */
export interface Session
  extends SessionView,
    SessionTurns,
    SessionQuestions,
    SessionAgent,
    SessionHistory,
    PromptLookups,
    AsyncDisposable {
  /** Runs a line that starts with `/`. */
  runCommand(line: string): Promise<CommandResult>;
  /** Tools that can be called now, for completion and listings. */
  tools(): CatalogueTool[];
  readonly mcp: SessionMcp;
  readonly shell: SessionShell;
  readonly permissions: SessionPermissions;
  /** Says how the front end steps aside while a program, as a login, uses the terminal. Without it none does. */
  setTerminalLender(lender: TerminalLender): void;
}

/** The state of a session, for useSyncExternalStore. */
export interface SessionStore {
  getState(): SessionState;
  subscribe(listener: () => void): () => void;
}

/** What has happened in a session, and what happens next. */
export interface SessionView extends SessionStore {
  readonly id: string;
  /** Every event in order, after the reducer has folded it. */
  onEvent(listener: (event: StampedEvent) => void): () => void;
}

/** Turns, and the prompts that wait for theirs. */
export interface SessionTurns {
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
  /** Continues with what is queued and waits. */
  resumeQueue(): void;
}

/** The answers to what waits for the user. */
export interface SessionQuestions {
  answer(questionId: string, answer: QuestionAnswer): void;
  answerElicitation(elicitationId: string, answer: ElicitationAnswer): void;
}

/** Which agent the session is with, and how that is set. */
export interface SessionAgent {
  readonly backends: SessionBackends;
  /** Continues with another backend, which is told the conversation so far. Rejects with a SimseError, also while a turn runs. */
  switchBackend(name: string): Promise<void>;
  setMode(mode: PermissionMode): void;
  /** Changes one of the agent's own settings. Rejects with a SimseError. */
  setConfigOption(id: string, value: string | boolean): Promise<void>;
}

/** What is kept of this session, of others and of all that agents were to remember. */
export interface SessionHistory {
  readonly earlier: EarlierSessions;
  readonly library: SessionLibrary;
  facts(): SessionFacts;
}

/** What can be typed in a prompt, for completing it. */
export interface PromptLookups {
  readonly files: WorkspaceFiles;
  readonly commands: SessionCommands;
}

/** A backend that a session can continue with. */
export interface BackendChoice {
  name: string;
  /** What starts it, one line. */
  command: string;
  /** Where it comes from: a file of the user or the project, the command line, or simse itself. */
  source: string;
  /** Why it cannot be started, where that is known beforehand: its program is not on this machine, it is not trusted. */
  problem?: string;
}

export interface SessionBackends {
  /** In the order of acp.json, the built-in one last. */
  list(): Promise<readonly BackendChoice[]>;
}

/** A command that the user ran by `!`, and how it ended. */
export interface ShellResult {
  command: string;
  exitCode: number | null;
  signal: string | null;
  /** What it wrote, both streams in their order, cleaned; of a long one the end, with a line that says so. */
  output: string;
}

/** Commands that the user runs: nobody is asked, and the agent sees them only when the user says so. */
export interface SessionShell {
  /** Runs a command line in the session's directory, also beside a turn. What it writes comes as events. Rejects with a SimseError. */
  run(command: string): Promise<ShellResult>;
  /** Ends the one that was started last and still runs; false when none does. */
  interrupt(): boolean;
}

/** What a session stands on, for who wants to know. */
export interface SessionFacts {
  /** What the backend says that it can; null while none runs. */
  capabilities: BackendCapabilities | null;
  /** The folders of the workspace, absolute. */
  roots: readonly string[];
  /** Where the session is recorded. */
  recordDir: string;
  /** The config files that have something in force, absolute. */
  configFiles: readonly string[];
}

/** Steps aside, lets somebody else use the terminal, and comes back after. Rejects only as `use` does. */
export type TerminalLender = (use: () => Promise<void>) => Promise<void>;
