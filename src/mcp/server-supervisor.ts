import { isDeepStrictEqual } from 'node:util';
import type { McpServerConfig } from '../config/mcp-server-config.ts';
import { cleanText } from '../core/clean-text.ts';
import { messageOf, SimseError } from '../core/errors.ts';
import type { NoticeLevel } from '../core/events.ts';
import type { JsonObject } from '../core/json.ts';
import type { McpServerStatus } from '../core/mcp-status.ts';
import type { CatalogueTool, ToolCallOptions, ToolResult } from '../core/ports.ts';
import { coalesce } from './coalesce.ts';
import { connectServer, listTools } from './connect-server.ts';
import type { FetchedTools } from './fetch-tools.ts';
import type { McpConnection } from './mcp-connection.ts';
import type { ConnectionOptions } from './open-connection.ts';
import { noticeFor } from './server-notice.ts';
import { serverStatus } from './server-status.ts';
import type { StartSlots } from './start-slots.ts';
import {
  initialSupervisorState,
  type Remedy,
  type RestartPolicy,
  type SupervisorEvent,
  type SupervisorState,
  supervise,
} from './supervisor.ts';
import { toFailedResult, toToolResult } from './translate/to-tool-result.ts';

/** How long a burst of list_changed notifications is gathered before the tools are read again. */
const RELIST_DELAY_MS = 100;
/** Restarts of several servers that fell together are spread by this share of the delay to either side. */
const JITTER = 0.2;
const MAX_PROBLEMS_SHOWN = 5;
const MAX_INSTRUCTIONS_CHARS = 2048;

export interface SupervisorContext {
  connection: ConnectionOptions;
  policy: Omit<RestartPolicy, 'restart'>;
  slots: StartSlots;
  onStatus(status: McpServerStatus): void;
  /** The tools came, went or changed. */
  onTools(): void;
  onNotice(level: NoticeLevel, text: string): void;
  onLog(line: string): void;
}

/** Keeps one configured server running: does what `supervise` decides, and holds the connection and the tools. */
export class ServerSupervisor implements AsyncDisposable {
  readonly name: string;
  readonly #config: McpServerConfig;
  readonly #context: SupervisorContext;
  #stopping = new AbortController();
  readonly #relist = coalesce(() => this.#readTools(), RELIST_DELAY_MS);
  #state: SupervisorState;
  #connection: McpConnection | null = null;
  #tools: readonly CatalogueTool[] = [];
  #problems = '';
  #attempt: Promise<void> = Promise.resolve();
  #retryTimer: NodeJS.Timeout | undefined;

  constructor(config: McpServerConfig, context: SupervisorContext) {
    this.name = config.name;
    this.#config = config;
    this.#context = context;
    this.#state = initialSupervisorState(config.enabled);
  }

  status(): McpServerStatus {
    return serverStatus(this.#config, this.#state, this.#connection, this.#tools.length);
  }

  /** Empty unless the server is ready. */
  tools(): readonly CatalogueTool[] {
    return this.#tools;
  }

  /** Starts the server unless it runs or is disabled. Resolves when it is ready, or the attempt has failed. */
  async start(): Promise<void> {
    this.#dispatch({ type: 'start', at: Date.now() });
    await this.#settled();
  }

  /** As `start`, but a server that has failed is left alone. */
  async ready(): Promise<void> {
    if (this.#state.phase === 'idle') await this.start();
    await this.#settled();
  }

  /** A failure that the server reports is a result; one that keeps it from reporting is a SimseError. */
  async call(tool: string, args: JsonObject, options: ToolCallOptions): Promise<ToolResult> {
    await this.ready();
    const connection = this.#requireConnection(tool);
    try {
      return toToolResult(await connection.callTool(tool, args, options));
    } catch (error) {
      if (!(error instanceof SimseError) || error.code === 'cancelled') throw error;
      if (error.code === 'tool_failed') return toFailedResult(error.message);
      const { code, message, hint } = error;
      throw new SimseError(code, `server ${this.name} ${message}`, {
        ...(hint === undefined ? {} : { hint }),
        cause: error,
      });
    }
  }

  /** What it says about how to use it, cleaned and cut. */
  instructions(): string | null {
    const said = this.#connection?.instructions ?? null;
    return said === null ? null : cleanText(said.slice(0, MAX_INSTRUCTIONS_CHARS));
  }

  /** Ends it, and starts it again as if it had never failed. Does nothing to one that is disabled. */
  async restart(): Promise<void> {
    if (this.#state.phase === 'disabled') return;
    await this.#end({ type: 'reset', enabled: true });
    await this.start();
  }

  async setEnabled(enabled: boolean): Promise<void> {
    if (enabled !== (this.#state.phase === 'disabled')) return;
    await this.#end({ type: 'reset', enabled });
    if (enabled) await this.start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#relist.stop();
    await this.#end({ type: 'stop' });
  }

  /** Ends the connection, or the attempt to make one. */
  async #end(event: SupervisorEvent): Promise<void> {
    const connection = this.#connection;
    const stopping = this.#stopping;
    this.#dispatch(event);
    this.#stopping = new AbortController();
    stopping.abort();
    await this.#attempt;
    await connection?.[Symbol.asyncDispose]();
  }

  async #settled(): Promise<void> {
    while (this.#state.phase === 'starting') await this.#attempt;
  }

  #requireConnection(tool: string): McpConnection {
    if (this.#connection === null) {
      const { state, detail } = this.status();
      const why = detail ?? state.replace('_', ' ');
      const advice = state === 'backing_off' ? { hint: 'It is being restarted.' } : {};
      throw new SimseError('mcp_failed', `server ${this.name} is not available: ${why}`, advice);
    }
    if (!this.#tools.some((offered) => offered.tool === tool)) {
      throw new SimseError('not_found', `server ${this.name} offers no tool ${tool}`, {
        hint: `\`simse mcp tools ${this.name}\` lists what it offers.`,
      });
    }
    return this.#connection;
  }

  #dispatch(event: SupervisorEvent): void {
    const before = this.#state;
    const policy = { ...this.#context.policy, restart: this.#config.restart };
    const { state, effect } = supervise(before, event, policy);
    if (state === before) return;
    this.#state = state;
    clearTimeout(this.#retryTimer);
    const notice = noticeFor(before, state, this.#tools.length);
    if (state.phase !== 'ready') this.#letGo();
    if (effect?.type === 'connect') this.#attempt = this.#connect(effect.generation);
    if (effect?.type === 'wait') this.#retryAfter(effect.delayMs, effect.generation);
    this.#context.onStatus(this.status());
    if (notice !== null) this.#context.onNotice(notice.level, notice.text);
  }

  #letGo(): void {
    this.#connection = null;
    if (this.#tools.length === 0) return;
    this.#tools = [];
    this.#context.onTools();
  }

  #retryAfter(delayMs: number, generation: number): void {
    const spread = 1 + JITTER * (2 * Math.random() - 1);
    const retry = (): void => this.#dispatch({ type: 'retry', generation, at: Date.now() });
    this.#retryTimer = setTimeout(retry, delayMs * spread).unref();
  }

  async #connect(generation: number): Promise<void> {
    const stopping = this.#stopping.signal;
    const release = await this.#context.slots.take();
    const events = { onToolsChanged: this.#relist.trigger, onLog: this.#context.onLog };
    try {
      const { connection: options } = this.#context;
      const connected = await connectServer(this.#config, options, events, stopping);
      await this.#adopt(generation, connected.connection, connected.fetched);
    } catch (error) {
      this.#lose(generation, messageOf(error), remedyFor(error));
    } finally {
      release();
    }
  }

  async #adopt(generation: number, connection: McpConnection, fetched: FetchedTools): Promise<void> {
    if (this.#state.phase !== 'starting') {
      await connection[Symbol.asyncDispose]();
      return;
    }
    this.#connection = connection;
    this.#tools = fetched.tools;
    this.#dispatch({ type: 'connected', generation, at: Date.now() });
    this.#announceTools(fetched.problems);
    void connection.closed.then((reason) => this.#lose(generation, reason, 'restart'));
  }

  #lose(generation: number, reason: string, remedy: Remedy): void {
    this.#dispatch({ type: 'lost', generation, at: Date.now(), reason, remedy });
  }

  async #readTools(): Promise<void> {
    await this.#settled();
    const connection = this.#connection;
    if (connection === null) return;
    try {
      const fetched = await listTools(this.#config, connection, this.#stopping.signal);
      // A connection made since has read its own list, which is newer; a list that is the same is no news.
      if (connection !== this.#connection || isDeepStrictEqual(fetched.tools, this.#tools)) return;
      this.#tools = fetched.tools;
      this.#context.onStatus(this.status());
      this.#announceTools(fetched.problems);
    } catch (error) {
      if (connection !== this.#connection) return;
      this.#context.onNotice('warn', `its tools could not be read again: it ${messageOf(error)}`);
    }
  }

  /** Problems of the list are told when they are new, not with every reading. */
  #announceTools(problems: readonly string[]): void {
    this.#context.onTools();
    const more = problems.length - MAX_PROBLEMS_SHOWN;
    const told = problems.slice(0, MAX_PROBLEMS_SHOWN).join('; ') + (more > 0 ? `; and ${more} more` : '');
    if (told !== '' && told !== this.#problems) this.#context.onNotice('warn', told);
    this.#problems = told;
  }
}

/** What cannot change by trying again is not tried again. */
function remedyFor(error: unknown): Remedy {
  const code = error instanceof SimseError ? error.code : 'mcp_failed';
  switch (code) {
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
