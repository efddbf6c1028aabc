import { blocksToText, type ContentBlock } from '../../src/core/content.ts';
import type { ElicitationAnswer } from '../../src/core/elicitation/elicitation.ts';
import { SimseError } from '../../src/core/errors.ts';
import type { QuestionAnswer } from '../../src/core/gate/gate-request.ts';
import type { PermissionMode } from '../../src/core/gate/permission-mode.ts';
import type { TurnResult } from '../../src/core/ports/backend.ts';
import type { EarlierSessionInfo, EarlierSessions } from '../../src/core/ports/earlier-sessions.ts';
import type { Session, SessionBackends, SessionFacts, TerminalLender } from '../../src/core/ports/session.ts';
import type { CommandResult, SessionCommands } from '../../src/core/ports/session-commands.ts';
import type { SessionMcp } from '../../src/core/ports/session-mcp.ts';
import type { SessionPermissions } from '../../src/core/ports/session-permissions.ts';
import type { WorkspaceFiles } from '../../src/core/ports/workspace-files.ts';
import type { SessionEvent } from '../../src/core/state/events.ts';
import { INITIAL_STATE, reduce } from '../../src/core/state/reduce.ts';
import type { SessionState } from '../../src/core/state/session-state.ts';
import { createSessionRules } from '../../src/session/permissions/session-rules.ts';
import { MemoryLibrary } from '../helpers/memory-library.ts';
import { FakeShell } from './fake-shell.ts';
import { FixedFiles } from './fixed-files.ts';

/** What a front end did to the session. */
export type Call =
  | { method: 'prompt'; text: string }
  | { method: 'command'; line: string }
  | { method: 'answer'; questionId: string; answer: QuestionAnswer }
  | { method: 'answerElicitation'; elicitationId: string; answer: ElicitationAnswer }
  | { method: 'removeQueued'; promptId: string }
  | { method: 'switchBackend'; name: string }
  | { method: 'setConfigOption'; id: string; value: string | boolean }
  | { method: 'resumeQueue' }
  | { method: 'cancel' }
  | { method: 'endBackend' };

export interface FakeSessionOptions {
  /** Answers slash commands. */
  onCommand?: (line: string) => CommandResult;
  /** Called when a turn has begun. */
  onTurn?: (text: string, session: FakeSession) => void;
}

/** A session in memory: real state, a real queue, and whatever a test lets the agent do. */
export class FakeSession implements Session {
  readonly id = 'fake';
  readonly calls: Call[] = [];
  readonly #options: FakeSessionOptions;
  readonly #listeners = new Set<() => void>();
  readonly #waiting: { id: string; text: string }[] = [];
  #state: SessionState = INITIAL_STATE;
  #seq = 0;

  constructor(options: FakeSessionOptions = {}) {
    this.#options = options;
  }

  emit(...events: SessionEvent[]): void {
    this.emitAt(Date.now(), ...events);
  }

  /** As if it had happened at that time, in epoch milliseconds. */
  emitAt(at: number, ...events: SessionEvent[]): void {
    for (const event of events) {
      this.#seq += 1;
      this.#state = reduce(this.#state, { ...event, seq: this.#seq, at });
      for (const listener of this.#listeners) listener();
    }
  }

  getState(): SessionState {
    return this.#state;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onEvent(): () => void {
    return () => {};
  }

  warmUp(): void {}

  prompt(blocks: ContentBlock[]): Promise<TurnResult> {
    const text = blocksToText(blocks);
    this.calls.push({ method: 'prompt', text });
    if (this.#state.turn === null) this.#start(text);
    else {
      const prompt = { id: `queued-${this.#seq}`, text };
      this.#waiting.push(prompt);
      this.emit({ type: 'prompt_queued', prompt });
    }
    return Promise.resolve({ stopReason: 'end_turn' });
  }

  removeQueued(promptId: string): void {
    this.calls.push({ method: 'removeQueued', promptId });
    const index = this.#waiting.findIndex(({ id }) => id === promptId);
    this.#waiting.splice(index, 1);
    this.emit({ type: 'prompt_dequeued', promptId });
  }

  cancel(): void {
    this.calls.push({ method: 'cancel' });
    if (this.#state.turn === null) return;
    this.emit({ type: 'turn_cancelling', turnId: this.#state.turn.id });
    if (this.#waiting.length > 0) this.emit({ type: 'queue_held', held: true });
    this.endTurn('cancelled');
  }

  endBackend(): void {
    this.calls.push({ method: 'endBackend' });
  }

  answer(questionId: string, answer: QuestionAnswer): void {
    this.calls.push({ method: 'answer', questionId, answer });
    this.emit({ type: 'question_closed', questionId });
  }

  answerElicitation(elicitationId: string, answer: ElicitationAnswer): void {
    this.calls.push({ method: 'answerElicitation', elicitationId, answer });
    this.emit({ type: 'elicitation_closed', elicitationId });
  }

  /** Lends the terminal as a login would. */
  borrowTerminal: TerminalLender = () => Promise.reject(new Error('nobody lends'));

  setTerminalLender(lender: TerminalLender): void {
    this.borrowTerminal = lender;
  }

  setMode(mode: PermissionMode): void {
    this.emit({ type: 'mode_changed', mode });
  }

  runCommand(line: string): Promise<CommandResult> {
    this.calls.push({ method: 'command', line });
    return Promise.resolve(this.#options.onCommand?.(line) ?? { kind: 'handled', text: `ran ${line}` });
  }

  tools(): [] {
    return [];
  }

  readonly permissions: SessionPermissions = createSessionRules([
    {
      effect: 'deny',
      rule: 'write_file(.env)',
      source: 'your config',
      file: '/home/me/.config/simse/config.json',
    },
    { effect: 'allow', rule: 'shell(git status*)', source: 'command line' },
  ]);

  /** What its MCP servers offer, for a test to replace. */
  readonly mcp: SessionMcp = {
    status: () => [...this.#state.mcp],
    prompts: () => [],
    resources: () => [],
    templates: () => [],
    complete: () => Promise.resolve([]),
    recentLog: () => [],
    instructions: () => null,
    restart: (server) => Promise.resolve(`${server} was started again.`),
    setEnabled: (server) => Promise.resolve(`${server} was switched.`),
    logIn: (server) => Promise.resolve(`Logged in to ${server}.`),
    logOut: (server) => Promise.resolve(`Logged out of ${server}.`),
    onChange: () => () => {},
  };

  /** The names of its files, and what commands answer, for a test to replace. */
  files: WorkspaceFiles = new FixedFiles([]);
  commands: SessionCommands = { custom: () => [], values: () => Promise.resolve([]) };
  readonly shell: FakeShell = new FakeShell(this);

  readonly backends: SessionBackends = {
    list: () =>
      Promise.resolve([
        { name: 'claude', command: 'claude-acp', source: 'your acp.json' },
        {
          name: 'codex',
          command: 'codex-acp',
          source: 'your acp.json',
          problem: 'codex-acp is not on this machine',
        },
        { name: 'simse', command: 'simse agent', source: 'built in' },
      ]),
  };

  switchBackend(name: string): Promise<void> {
    this.calls.push({ method: 'switchBackend', name });
    if (this.#state.turn !== null)
      return Promise.reject(
        new SimseError('usage', 'A turn is running.', { hint: 'Press Esc to interrupt it.' }),
      );
    this.emit({ type: 'backend_starting', backend: name, command: name });
    return Promise.resolve();
  }

  setConfigOption(id: string, value: string | boolean): Promise<void> {
    this.calls.push({ method: 'setConfigOption', id, value });
    const options = this.#state.configOptions.map((option) =>
      option.id === id ? { ...option, value } : option,
    );
    this.emit({ type: 'config_options', options });
    return Promise.resolve();
  }

  earlier: EarlierSessions = {
    list: () => Promise.resolve(earlierSessions()),
    preview: () => Promise.resolve({ prompt: 'why is it slow?', answer: 'It reads the file twice.' }),
  };

  readonly library = new MemoryLibrary();

  facts(): SessionFacts {
    return {
      capabilities: null,
      roots: ['/home/me/shop'],
      recordDir: '/home/me/.local/share/simse/sessions/fake',
      configFiles: ['/home/me/.config/simse/acp.json'],
    };
  }

  /** Ends the running turn, and starts the next prompt that waits. */
  endTurn(stopReason = 'end_turn'): void {
    this.emit({ type: 'turn_ended', turnId: this.#state.turn?.id ?? '', stopReason });
    this.#startNext();
  }

  resumeQueue(): void {
    this.calls.push({ method: 'resumeQueue' });
    this.emit({ type: 'queue_held', held: false });
    this.#startNext();
  }

  #startNext(): void {
    const next = this.#state.queueHeld ? undefined : this.#waiting.shift();
    if (next === undefined) return;
    this.emit({ type: 'prompt_dequeued', promptId: next.id });
    this.#start(next.text);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  #start(text: string): void {
    this.emit({ type: 'turn_started', turnId: `turn-${this.#seq}`, prompt: [{ type: 'text', text }] });
    this.#options.onTurn?.(text, this);
  }
}

/** The events by which a session becomes ready. */
export const READY: SessionEvent[] = [
  { type: 'session_started', sessionId: 's', cwd: '/home/me/shop', backend: 'claude', mode: 'default' },
  { type: 'backend_starting', backend: 'claude', command: 'claude-acp' },
  {
    type: 'backend_ready',
    backend: 'claude',
    agent: { name: 'claude', title: 'Claude Agent', version: '0.100' },
    backendSessionId: 'b',
  },
];

export function agentSays(text: string): SessionEvent {
  return { type: 'message_chunk', role: 'agent', content: { type: 'text', text } };
}

const MINUTE = 60_000;

const earlierSessions = (): EarlierSessionInfo[] => [
  {
    id: '2026-11-20-slow',
    title: 'Why is the import slow',
    backend: 'claude',
    updatedAt: Date.now() - 3.5 * MINUTE,
    turns: 4,
    isOpen: false,
  },
  {
    id: '2026-11-19-cart',
    title: 'Empty carts',
    backend: 'codex',
    updatedAt: Date.now() - 26 * 60 * MINUTE,
    turns: 1,
    isOpen: true,
  },
];
