import { promptText } from '../content.ts';
import type { McpServerStatus, StampedEvent } from './events.ts';
import {
  appendMessage,
  closeEntries,
  closeMessage,
  closeTurn,
  markDenied,
  pushEntry,
  upsertTool,
} from './reduce-entries.ts';
import { reduceProgress, reduceRun } from './reduce-progress.ts';
import { reduceTerminals } from './reduce-terminals.ts';
import { compact, entriesOf, type SessionState, terminalsOf } from './session-state.ts';
import { addUsage, beginUsage } from './usage.ts';

export const INITIAL_STATE: SessionState = {
  sessionId: '',
  cwd: '',
  backend: '',
  backendState: 'none',
  agent: null,
  takes: null,
  backendSessionId: null,
  mode: 'default',
  title: null,
  isNamed: false,
  entries: entriesOf(),
  compaction: null,
  turn: null,
  queue: [],
  queueHeld: false,
  questions: [],
  elicitations: [],
  plan: [],
  commands: [],
  configOptions: [],
  usage: {},
  spent: 0,
  terminals: terminalsOf(),
  mcp: [],
};

/** Of a backend that has not spoken yet: what the last one offered is not its own. */
const NOTHING_KNOWN = { agent: null, takes: null, configOptions: [] };

/** Folds one event into the state. Pure and total: an event it does not know leaves the state as it was. */
export function reduce(state: SessionState, event: StampedEvent): SessionState {
  switch (event.type) {
    case 'session_started':
      return {
        ...state,
        sessionId: event.sessionId,
        cwd: event.cwd,
        backend: event.backend,
        mode: event.mode,
      };
    case 'backend_starting':
      return { ...state, backend: event.backend, backendState: 'starting', ...NOTHING_KNOWN };
    case 'backend_ready':
      return reduceReady(state, event);
    case 'backend_exited':
      return dropQuestions({ ...state, backendState: 'exited' }, event.backend);
    case 'turn_started':
    case 'turn_cancelling':
    case 'turn_ended':
      return reduceTurn(state, event);
    case 'message_chunk':
      return appendMessage(state, event);
    case 'tool_call':
      return upsertTool(state, event);
    case 'tool_progress':
      return reduceProgress(state, event);
    case 'tool_started':
      return reduceRun(state, event);
    case 'terminal_started':
    case 'terminal_output':
    case 'terminal_exited':
      return { ...state, terminals: reduceTerminals(state.terminals, event) };
    case 'permission_decided':
      return event.allowed ? state : markDenied(state, event);
    case 'mcp_server':
      return { ...state, mcp: replaceServer(state.mcp, event.server) };
    case 'notice':
      return pushEntry(closeMessage(state), {
        kind: 'notice',
        id: `notice-${event.seq}`,
        done: true,
        level: event.level,
        source: event.source,
        text: event.text,
      });
    case 'compacted':
      return reduceCompaction(state, event);
    default:
      return reduceWaiting(state, event);
  }
}

function reduceReady(
  state: SessionState,
  { backend, agent, takes, backendSessionId }: Extract<StampedEvent, { type: 'backend_ready' }>,
): SessionState {
  const isAnother = state.backendSessionId !== null && state.backendSessionId !== backendSessionId;
  return {
    ...state,
    ...(isAnother && beginUsage(state)),
    backend,
    backendState: 'ready',
    agent,
    takes: takes ?? null,
    backendSessionId,
  };
}

function reduceCompaction(
  state: SessionState,
  { summary, seq }: Extract<StampedEvent, { type: 'compacted' }>,
): SessionState {
  const text = `The agent continues in a new session with the summary (${summary.length} characters) and the last turns. The full history stays on disk.`;
  const notice = {
    kind: 'notice',
    id: `notice-${seq}`,
    done: true,
    level: 'info',
    source: 'simse',
    text,
  } as const;
  const told = pushEntry(closeMessage(state), notice);
  return { ...told, compaction: compact(told, summary) };
}

/** What waits: prompts for their turn, the rest for the user. */
function reduceWaiting(state: SessionState, event: StampedEvent): SessionState {
  switch (event.type) {
    case 'prompt_queued':
      return {
        ...state,
        queue: event.first === true ? [event.prompt, ...state.queue] : [...state.queue, event.prompt],
      };
    case 'queue_held':
      return { ...state, queueHeld: event.held };
    case 'prompt_dequeued':
      return { ...state, queue: state.queue.filter((queued) => queued.id !== event.promptId) };
    case 'question_asked':
      return { ...state, questions: [...state.questions, event.question] };
    case 'question_closed':
      return { ...state, questions: state.questions.filter(({ id }) => id !== event.questionId) };
    case 'elicitation_asked':
      return { ...state, elicitations: [...state.elicitations, event.elicitation] };
    case 'elicitation_closed':
      return { ...state, elicitations: state.elicitations.filter(({ id }) => id !== event.elicitationId) };
    default:
      return reduceSetting(state, event);
  }
}

/** What somebody asked who is not there any more; MCP servers live on without the backend. */
function dropQuestions(state: SessionState, asker: string): SessionState {
  const isOpen = ({ askedBy }: { askedBy: string }) => askedBy !== asker;
  return {
    ...state,
    questions: state.questions.filter(isOpen),
    elicitations: state.elicitations.filter(isOpen),
  };
}

function reduceSetting(state: SessionState, event: StampedEvent): SessionState {
  switch (event.type) {
    case 'plan':
      return { ...state, plan: event.entries };
    case 'commands':
      return { ...state, commands: event.commands };
    case 'config_options':
      return { ...state, configOptions: event.options };
    case 'usage':
      return { ...state, ...addUsage(state, event.usage) };
    case 'title':
      return { ...state, title: event.title, isNamed: event.by === 'user' };
    case 'mode_changed':
      return { ...state, mode: event.mode };
    default:
      return state;
  }
}

type TurnEvent = Extract<StampedEvent, { type: 'turn_started' | 'turn_cancelling' | 'turn_ended' }>;

function reduceTurn(state: SessionState, event: TurnEvent): SessionState {
  switch (event.type) {
    case 'turn_started': {
      const opened = {
        ...closeEntries(state, event.at),
        plan: [],
        turn: { id: event.turnId, startedAt: event.at, cancelling: false },
      };
      const text = promptText(event.prompt);
      return pushEntry(opened, { kind: 'prompt', id: `prompt-${event.seq}`, done: true, text });
    }
    case 'turn_cancelling':
      return state.turn === null
        ? state
        : { ...state, turn: { ...state.turn, cancelling: true, cancellingSince: event.at } };
    case 'turn_ended':
      return closeTurn(state, event);
  }
}

function replaceServer(servers: readonly McpServerStatus[], server: McpServerStatus): McpServerStatus[] {
  const known = servers.some((other) => other.name === server.name);
  return known ? servers.map((other) => (other.name === server.name ? server : other)) : [...servers, server];
}
