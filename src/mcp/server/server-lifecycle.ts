import { messageOf, SimseError } from '../../core/errors.ts';
import { defined } from '../../core/json.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';
import { isSessionExpired, TransportFailure } from '../transports/server-transport.ts';
import type { StartSlots } from './start-slots.ts';
import {
  initialSupervisorState,
  type Remedy,
  type RestartPolicy,
  type SupervisorEvent,
  type SupervisorState,
  supervise,
} from './supervisor.ts';

/** Restarts of several servers that fell together are spread by this share of the delay to either side. */
const JITTER = 0.2;
const VERIFY_MS = 10_000;

interface LifecycleOptions {
  enabled: boolean;
  policy: RestartPolicy;
  slots: StartSlots;
  /** One attempt. Rejects with a SimseError once nothing is left of it. */
  connect(stopping: AbortSignal): Promise<McpConnection>;
  /** Called after every change, when what it says has been begun. */
  onChange(before: SupervisorState, after: SupervisorState): void;
}

/** Does what `supervise` decides: holds the connection, the attempt to make one, and the timer of the next. */
export class ServerLifecycle implements AsyncDisposable {
  readonly #options: LifecycleOptions;
  #state: SupervisorState;
  #connection: McpConnection | null = null;
  #attempt: Promise<void> = Promise.resolve();
  #stopping = new AbortController();
  /** Connections that are being ended: the next one waits for them, since a server may not bear a second self. */
  readonly #ending = new Set<Promise<void>>();
  /** Connections whose session has expired: they end by themselves, after what is still in flight on them. */
  readonly #lingering = new Set<McpConnection>();
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(options: LifecycleOptions) {
    this.#options = options;
    this.#state = initialSupervisorState(options.enabled);
  }

  get state(): SupervisorState {
    return this.#state;
  }

  /** The live connection; null unless the server is ready. */
  get connection(): McpConnection | null {
    return this.#connection;
  }

  /** Starts it unless it runs or is disabled. Resolves when it is ready, or the attempt has failed. */
  start(): Promise<void> {
    this.#dispatch({ type: 'start', at: Date.now() });
    return this.#settled();
  }

  /** As `start`, but one that has failed is left alone. */
  ready(): Promise<void> {
    return this.#state.phase === 'idle' ? this.start() : this.#settled();
  }

  /** As if it had never failed. Does nothing to one that is disabled. */
  restart(): Promise<void> {
    this.#dispatch({ type: 'restart', at: Date.now() }, 'was restarted');
    return this.#settled();
  }

  enable(): Promise<void> {
    this.#dispatch({ type: 'enable', at: Date.now() });
    return this.#settled();
  }

  async disable(): Promise<void> {
    this.#dispatch({ type: 'disable' }, 'was disabled');
    await this.#ended();
  }

  async logOut(): Promise<void> {
    this.#dispatch({ type: 'log_out' }, 'was logged out');
    await this.#ended();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#dispatch({ type: 'stop' }, 'was stopped');
    for (const connection of this.#lingering)
      this.#end(connection, new SimseError('mcp_failed', 'was stopped'));
    await this.#ended();
  }

  /** A request failed. When that says something about the connection, the consequences are drawn. */
  onFailure(connection: McpConnection, error: unknown): void {
    if (connection !== this.#connection) return;
    if (isSessionExpired(error)) {
      this.#lingering.add(connection);
      void connection.closed.then(() => this.#lingering.delete(connection));
      this.#lose(this.#state.generation, messageOf(error), error);
    } else if (isDoubtful(error)) {
      void this.#verify(connection);
    }
  }

  /** Whether the server is still there for us, or only that one request was not to its taste. */
  async #verify(connection: McpConnection): Promise<void> {
    try {
      await connection.request('ping', {}, { timeoutMs: VERIFY_MS });
    } catch (error) {
      if (!(error instanceof SimseError) || connection !== this.#connection) return;
      this.#end(connection, error);
    }
  }

  /** Resolves when nothing is being started. */
  async #settled(): Promise<void> {
    while (this.#state.phase === 'starting') await this.#attempt;
  }

  #dispatch(event: SupervisorEvent, why?: string): void {
    const before = this.#state;
    const { state, effect } = supervise(before, event, this.#options.policy);
    if (state === before) return;
    this.#state = state;
    clearTimeout(this.#retryTimer);
    if (why !== undefined) this.#abandon(new SimseError('mcp_failed', why));
    if (state.phase !== 'ready') this.#connection = null;
    if (effect?.type === 'connect') this.#attempt = this.#connect(effect.generation, this.#ended());
    if (effect?.type === 'wait') this.#retryAfter(effect.delayMs, effect.generation);
    this.#options.onChange(before, state);
  }

  /** Ends the connection, or the attempt to make one. */
  #abandon(reason: SimseError): void {
    this.#stopping.abort(reason);
    this.#stopping = new AbortController();
    if (this.#connection !== null) this.#end(this.#connection, reason);
  }

  #end(connection: McpConnection, reason: SimseError): void {
    const ending = connection.end(reason).finally(() => this.#ending.delete(ending));
    this.#ending.add(ending);
  }

  async #ended(): Promise<void> {
    await Promise.all([this.#attempt, ...this.#ending]);
  }

  #retryAfter(delayMs: number, generation: number): void {
    const spread = 1 + JITTER * (2 * Math.random() - 1);
    const retry = (): void => this.#dispatch({ type: 'retry', generation, at: Date.now() });
    this.#retryTimer = setTimeout(retry, delayMs * spread).unref();
  }

  async #connect(generation: number, ended: Promise<void>): Promise<void> {
    const stopping = this.#stopping.signal;
    await ended;
    const release = await this.#options.slots.take();
    try {
      const connection = await this.#options.connect(stopping);
      await this.#adopt(generation, connection);
    } catch (error) {
      this.#lose(generation, messageOf(error), error);
    } finally {
      release();
    }
  }

  async #adopt(generation: number, connection: McpConnection): Promise<void> {
    if (this.#state.phase !== 'starting' || this.#state.generation !== generation) {
      await connection.end(new SimseError('mcp_failed', 'was stopped'));
      return;
    }
    this.#connection = connection;
    this.#dispatch({ type: 'connected', generation, at: Date.now() });
    void connection.closed.then(({ reason, error }) => this.#lose(generation, reason, error));
  }

  #lose(generation: number, reason: string, error: unknown): void {
    const { hint } = error instanceof SimseError ? error : {};
    const delayMs = error instanceof TransportFailure ? error.retryAfterMs : undefined;
    const remedy = remedyFor(error);
    const event = { type: 'lost', generation, at: Date.now(), reason, remedy } as const;
    this.#dispatch({ ...event, ...defined({ hint, delayMs }) });
  }
}

function isDoubtful(error: unknown): boolean {
  if (error instanceof TransportFailure) return error.kind === 'unreachable';
  return error instanceof SimseError && error.code === 'auth_required';
}

/** What cannot change by trying again is not tried again. */
function remedyFor(error: unknown): Remedy {
  if (isSessionExpired(error)) return 'renew';
  switch (error instanceof SimseError ? error.code : 'mcp_failed') {
    case 'not_found':
    case 'config':
    case 'protocol':
    case 'backend_failed':
      return 'none';
    case 'auth_required':
      return 'login';
    default:
      return 'restart';
  }
}
