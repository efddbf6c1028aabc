import type { Elicitation } from '../elicitation/elicitation.ts';
import type { PermissionQuestion } from '../gate/gate-request.ts';
import type { PermissionMode } from '../gate/permission-mode.ts';
import type { ToolCall } from '../tool-call.ts';
import type {
  AgentCommand,
  AgentInfo,
  BackendTakes,
  ConfigOption,
  McpServerStatus,
  MessageRole,
  NoticeLevel,
  PlanEntry,
  QueuedPrompt,
  StopReason,
  TurnError,
  TurnTokens,
  Usage,
} from './events.ts';
import { KeyedList } from './keyed-list.ts';

/**
 * One line of the transcript. An entry is `done` when nothing in it will change any more; entries before the first one
 * that is not done can be printed for good. `id` is unique within the session.
 */
export type Entry =
  | { kind: 'prompt'; id: string; done: true; text: string }
  /**
   * `messageId` is the agent's own, which a message that was interrupted shares with its continuation. `time` is there for
   * thoughts: when the first and the newest piece came, in epoch milliseconds.
   */
  | {
      kind: 'message';
      id: string;
      done: boolean;
      role: MessageRole;
      text: string;
      messageId?: string;
      time?: { from: number; until: number };
    }
  | { kind: 'tool'; id: string; done: boolean; call: ToolCall }
  | { kind: 'notice'; id: string; done: true; level: NoticeLevel; source: string; text: string }
  | {
      kind: 'turn_end';
      id: string;
      done: true;
      stopReason: StopReason;
      durationMs: number;
      /** What the agent had told of context and cost by then. */
      usage?: Usage;
      tokens?: TurnTokens;
      error?: TurnError;
      /** The agent's plan as it was then, if it had one. */
      plan?: readonly PlanEntry[];
    };

export type Entries = KeyedList<Entry>;

/** The key of a tool call by the agent's own id of it. */
export const callKey = (id: string): string => `call ${id}`;
/** The key of a call of the catalogue, on the cards that it runs for. */
export const runKey = (run: number): string => `run ${run}`;

/** Every entry is known by its kind, the user's own commands as such; tool calls also by their ids and what runs for them. */
export function entriesOf(entries: Iterable<Entry> = []): Entries {
  return KeyedList.of({ keysOf: keysOfEntry, isOpen: ({ done }) => !done }, entries);
}

function keysOfEntry(entry: Entry): readonly string[] {
  if (entry.kind !== 'tool') return [entry.kind];
  const { id, ran, progress, byUser } = entry.call;
  const runs = [ran, progress].flatMap((run) => (run === undefined ? [] : [runKey(run.run)]));
  return [callKey(id), byUser === true ? 'own command' : 'tool', ...runs];
}

export interface TerminalState {
  /** The line that simse runs, and where; missing where the agent runs it by itself and only tells of it. */
  command?: string;
  cwd?: string;
  /** The tail of what it wrote. */
  output: string;
  /** How much of its beginning is not in `output`, in UTF-16 units; the session's record has it. */
  omitted?: number;
  exitCode: number | null;
  signal: string | null;
  running: boolean;
}

/** Known by their ids. */
export type TerminalList = KeyedList<TerminalState & { readonly id: string }>;

export function terminalsOf(terminals: Iterable<TerminalState & { readonly id: string }> = []): TerminalList {
  return KeyedList.of({ keysOf: ({ id }) => [id], isOpen: ({ running }) => running }, terminals);
}

export interface TurnState {
  id: string;
  /** Epoch milliseconds. */
  startedAt: number;
  cancelling: boolean;
  /** Since when, in epoch milliseconds. */
  cancellingSince?: number;
}

type BackendState = 'none' | 'starting' | 'ready' | 'exited';

/** All that a front end draws. Immutable: every change makes a new object, unchanged parts keep their identity. */
export interface SessionState {
  sessionId: string;
  cwd: string;
  backend: string;
  backendState: BackendState;
  agent: AgentInfo | null;
  /** null while no backend has said. */
  takes: BackendTakes | null;
  /** The backend's own id of its session; null while there was none. */
  backendSessionId: string | null;
  mode: PermissionMode;
  title: string | null;
  /** Whether the title is the user's own. */
  isNamed: boolean;
  entries: Entries;
  /** What the agent is told in place of the older entries; null while it is told all of them. */
  compaction: Compaction | null;
  turn: TurnState | null;
  queue: readonly QueuedPrompt[];
  /** Whether the queue waits for the user. */
  queueHeld: boolean;
  questions: readonly PermissionQuestion[];
  elicitations: readonly Elicitation[];
  plan: readonly PlanEntry[];
  commands: readonly AgentCommand[];
  configOptions: readonly ConfigOption[];
  usage: Usage;
  /** Of what the session has cost, what the backend's session of now does not know of. */
  spent: number;
  terminals: TerminalList;
  mcp: readonly McpServerStatus[];
}

/** What an agent is told of the older part of a conversation, in place of it. */
interface Compaction {
  summary: string;
  /** The last entries of that part, which are told as they are. */
  recent: readonly Entry[];
  /** How many entries the session had then; what came later is told as it is. */
  since: number;
}

/** How many turns before the summary are told as they are. */
const RECENT_TURNS = 2;

type Conversation = Pick<SessionState, 'entries' | 'compaction'>;

/** The entries that an agent is told of as they are: all of them, or those that no summary stands for alone. */
export function toldEntries({ entries, compaction }: Conversation): readonly Entry[] {
  return compaction === null ? [...entries] : [...compaction.recent, ...entries.slice(compaction.since)];
}

/** A summary takes the place of what was said before the turn in which it was asked for, which is the last one. */
export function compact(conversation: Conversation, summary: string): Compaction {
  const told = toldEntries(conversation);
  const prompts = [...told.entries()].flatMap(([index, { kind }]) => (kind === 'prompt' ? [index] : []));
  const recent = told.slice(prompts.at(-1 - RECENT_TURNS) ?? 0, prompts.at(-1) ?? told.length);
  return { summary, recent, since: conversation.entries.length };
}
