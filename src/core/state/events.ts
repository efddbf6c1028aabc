import type { ContentBlock } from '../content.ts';
import type { Elicitation } from '../elicitation/elicitation.ts';
import type { ErrorCode } from '../errors.ts';
import type { DecidedBy, PermissionQuestion } from '../gate/gate-request.ts';
import type { ModeLike, PermissionMode } from '../gate/permission-mode.ts';
import type { ToolCallPatch, ToolChange } from '../tool-call.ts';

export type StopReason =
  | 'end_turn'
  | 'max_tokens'
  | 'max_turn_requests'
  | 'refusal'
  | 'cancelled'
  | 'tool_use'
  | 'error'
  | (string & {});

export type MessageRole = 'user' | 'agent' | 'thought';
export type NoticeLevel = 'info' | 'warn' | 'error';

export interface AgentInfo {
  name: string;
  title?: string;
  version?: string;
}

export interface PlanEntry {
  content: string;
  priority: 'high' | 'medium' | 'low';
  status: 'pending' | 'in_progress' | 'completed' | 'cancelled';
}

export interface AgentCommand {
  name: string;
  description: string;
  /** What to type after the name. */
  hint?: string;
}

/** A setting of the agent's own: its model, mode, thought level and others. */
export interface ConfigOption {
  id: string;
  name: string;
  description?: string;
  category?: string;
  value: string | boolean;
  /** Empty for a boolean. */
  choices: { value: string; name: string; description?: string; group?: string }[];
  /** Of a mode: what it is like as it is set now, where that is known. */
  like?: ModeLike;
}

export interface Usage {
  /** Tokens of context in use, and the size of the window. */
  used?: number;
  size?: number;
  /** Since the agent's session began; in the state that of the whole session. */
  cost?: { amount: number; currency: string };
}

/** What a turn took, in tokens; `cached` are those read from a cache, which `input` has not. */
export interface TurnTokens {
  input: number;
  output: number;
  cached?: number;
}

export interface TurnError {
  code: ErrorCode;
  message: string;
  hint?: string;
}

/** What a backend takes beside text in a prompt of its own. */
export interface BackendTakes {
  images: boolean;
  /** Prompts while a turn runs. */
  steering: boolean;
}

export interface QueuedPrompt {
  id: string;
  text: string;
}

/**
 * Everything that happens in a session. The REPL, the headless writers, the session log and the MCP server consume
 * these and nothing else; adapters translate their protocol into them. All strings from outside are still unclean:
 * whoever draws them cleans them.
 */
export type SessionEvent =
  | { type: 'session_started'; sessionId: string; cwd: string; backend: string; mode: PermissionMode }
  | { type: 'backend_starting'; backend: string; command: string }
  | {
      type: 'backend_ready';
      backend: string;
      agent: AgentInfo | null;
      backendSessionId: string;
      takes?: BackendTakes;
    }
  | { type: 'backend_exited'; backend: string; reason: string; stderr: string }
  /** `first`: before those that wait already. */
  | { type: 'prompt_queued'; prompt: QueuedPrompt; first?: boolean }
  | { type: 'prompt_dequeued'; promptId: string }
  /** Held, the queue waits for the user: no turn begins with one of its prompts. */
  | { type: 'queue_held'; held: boolean }
  | { type: 'turn_started'; turnId: string; prompt: ContentBlock[] }
  | { type: 'turn_cancelling'; turnId: string }
  | { type: 'message_chunk'; role: MessageRole; messageId?: string; content: ContentBlock }
  | { type: 'tool_call'; call: ToolCallPatch }
  /**
   * How far a call of an MCP tool is, a few times a second at most. It is not recorded: when the call has ended nobody
   * asks any more.
   */
  | {
      type: 'tool_progress';
      /** `server/tool`. */
      tool: string;
      /** Tells the calls of a session apart. */
      run: number;
      /** The backend's own id of the call, where it is known. */
      toolCallId?: string;
      progress: number;
      total?: number;
      message?: string;
    }
  /** A tool of an MCP server runs; the gate has let it. `args` is JSON, its end left out where it is long. */
  | { type: 'tool_started'; tool: string; run: number; toolCallId?: string; args: string }
  /** simse runs this command for the agent; the gate has let it. */
  | { type: 'terminal_started'; terminalId: string; command: string; cwd: string }
  | { type: 'terminal_output'; terminalId: string; text: string }
  | { type: 'terminal_exited'; terminalId: string; exitCode: number | null; signal: string | null }
  | { type: 'plan'; entries: PlanEntry[] }
  | { type: 'commands'; commands: AgentCommand[] }
  | { type: 'config_options'; options: ConfigOption[] }
  | { type: 'usage'; usage: Usage }
  /** From now on the agent is told this in place of the older part of the conversation. */
  | { type: 'compacted'; summary: string }
  /** The agent's title, or the user's own. */
  | { type: 'title'; title: string | null; by?: 'user' }
  | { type: 'mode_changed'; mode: PermissionMode }
  | { type: 'question_asked'; question: PermissionQuestion }
  | { type: 'question_closed'; questionId: string }
  | { type: 'elicitation_asked'; elicitation: Elicitation }
  | { type: 'elicitation_closed'; elicitationId: string }
  | {
      type: 'permission_decided';
      /** What was decided about, one line. */
      subject: string;
      askedBy: string;
      toolCallId?: string;
      /** What had become of a tool that was asked about. */
      change?: ToolChange;
      allowed: boolean;
      by: DecidedBy;
      reason: string;
      /** What the user chose, in the words that stood there, the rule that it made, and the key that was pressed. */
      answer?: { option: string; rule?: string; key?: string };
    }
  | { type: 'mcp_server'; server: McpServerStatus }
  /** `isFleeting`: it is about this start, and of no use in the record. */
  | { type: 'notice'; level: NoticeLevel; source: string; text: string; isFleeting?: true }
  | {
      type: 'turn_ended';
      turnId: string;
      stopReason: StopReason;
      tokens?: TurnTokens;
      error?: TurnError;
    };

/** An event as it is recorded and handed to consumers: numbered from 1 within its session, stamped in epoch ms. */
export type StampedEvent = SessionEvent & { seq: number; at: number };

export type EmitEvent = (event: SessionEvent) => void;

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
