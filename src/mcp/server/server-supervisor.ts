import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { NoticeLevel } from '../../core/events.ts';
import type { McpClientServices } from '../../core/mcp-host.ts';
import type { McpServerStatus } from '../../core/mcp-status.ts';
import { defined } from '../../core/read-fields.ts';
import type { RpcParams } from '../../core/rpc-message.ts';
import type { ServerAccess } from '../auth/open-access.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';
import { createPause } from '../connection/pause.ts';
import type { RequestOptions } from '../connection/pending-requests.ts';
import { DEFAULT_LOG_LEVEL, ServerLog } from '../connection/server-log.ts';
import type { Fetched } from '../lists/fetch-pages.ts';
import type { FetchedTools } from '../lists/fetch-tools.ts';
import { ServerLists } from '../lists/server-lists.ts';
import { connectServer, type HostSurroundings, openServerAccess } from './connect-server.ts';
import { sendRequest } from './send-request.ts';
import { ServerLifecycle } from './server-lifecycle.ts';
import { noticeFor } from './server-notice.ts';
import { serverStatus } from './server-status.ts';
import { withStartupLimit } from './startup-limit.ts';
import type { StartSlots } from './start-slots.ts';
import { Subscriptions } from './subscriptions.ts';
import type { RestartPolicy, SupervisorState } from './supervisor.ts';
import type { HostTool } from '../translate/to-catalogue-tool.ts';

type ShowLogIn = NonNullable<McpClientServices['showLogIn']>;

export interface SupervisorContext {
  surroundings: HostSurroundings;
  policy: Omit<RestartPolicy, 'restart'>;
  slots: StartSlots;
  adoptTools(fetched: FetchedTools): Promise<Fetched<HostTool>>;
  onStatus(status: McpServerStatus): void;
  /** The tools came, went or changed. */
  onTools(): void;
  /** Prompts, resources or templates came, went or changed. */
  onOffers(): void;
  onNotice(level: NoticeLevel, text: string): void;
  onLog(line: string): void;
}

/** One configured server: kept running, with what it offers and what it says. */
export class ServerSupervisor implements AsyncDisposable {
  readonly config: McpServerConfig;
  readonly lists: ServerLists;
  readonly subscriptions: Subscriptions;
  readonly #context: SupervisorContext;
  readonly #log: ServerLog;
  readonly #lifecycle: ServerLifecycle;
  readonly #link = {
    connected: () => this.#requireConnection(),
    onFailure: (connection: McpConnection, error: unknown) => this.#lifecycle.onFailure(connection, error),
  };
  #otherLists: Promise<unknown> = Promise.resolve();

  constructor(config: McpServerConfig, context: SupervisorContext) {
    const onProblem = (text: string): void => context.onNotice('warn', text);
    this.config = config;
    this.#context = context;
    this.#log = new ServerLog({
      level: config.logLevel ?? DEFAULT_LOG_LEVEL,
      onLine: context.onLog,
      onNotice: onProblem,
    });
    this.subscriptions = new Subscriptions(this.#log.line);
    this.lists = new ServerLists({
      config,
      adoptTools: context.adoptTools,
      onTools: () => this.#onListed(context.onTools),
      onOffers: () => this.#onListed(context.onOffers),
      onProblem,
    });
    this.#lifecycle = new ServerLifecycle({
      enabled: config.enabled,
      policy: { ...context.policy, restart: config.restart },
      slots: context.slots,
      connect: (stopping) => this.#connect(stopping),
      onChange: (before, after) => this.#onChange(before, after),
    });
  }

  status(): McpServerStatus {
    const { state, connection } = this.#lifecycle;
    return serverStatus(this.config, state, connection, this.lists);
  }

  recentLog(): string[] {
    return this.#log.recent();
  }

  instructions(): string | null {
    return this.#lifecycle.connection?.identity.instructions ?? null;
  }

  /** Starts it unless it runs or is disabled. Resolves when all that it offers is known, or the attempt has failed. */
  async start(): Promise<void> {
    await this.#lifecycle.start();
    await this.#otherLists;
  }

  /** As `start`, but a server that has failed is left alone, and only the tools are waited for. */
  async ready(): Promise<void> {
    if (this.#lifecycle.state.phase === 'idle') await this.#lifecycle.start();
    await this.#lifecycle.settled();
  }

  async restart(): Promise<void> {
    await this.#lifecycle.restart();
    await this.#otherLists;
  }

  async setEnabled(enabled: boolean): Promise<void> {
    if (!enabled) return this.#lifecycle.disable();
    await this.#lifecycle.enable();
    await this.#otherLists;
  }

  async logIn(showLogIn: ShowLogIn, signal: AbortSignal): Promise<void> {
    const access = await this.#openAccess();
    if (access === null) throw new SimseError('usage', `server ${this.config.name} has no login`);
    await this.#withNames(access.logIn(showLogIn, signal));
    await this.restart();
  }

  async logOut(): Promise<boolean> {
    const access = await this.#openAccess();
    const wasLoggedIn = (await access?.logOut()) ?? false;
    if (wasLoggedIn) await this.#lifecycle.logOut();
    return wasLoggedIn;
  }

  /**
   * Sends a request, after a start if need be. Rejects with an RpcError when the server answers with an error, else with a
   * SimseError.
   */
  async request(method: string, params: RpcParams, options: RequestOptions = {}): Promise<unknown> {
    return this.#withNames(sendRequest(this.#link, method, params, options));
  }

  /** Tells the server, if it is ready. */
  notify(method: string): void {
    this.#lifecycle.connection?.notify(method);
  }

  /** Asks what can be done without. Never rejects, and starts nothing. */
  async tryRequest(method: string, params: RpcParams): Promise<void> {
    await this.#lifecycle.connection?.request(method, params).catch((error: unknown) => {
      this.#log.line(`${method} failed: ${messageOf(error)}`);
    });
  }

  log(line: string): void {
    this.#log.line(line);
  }

  /** The live connection, after a start if need be. Rejects with a SimseError when there is none. */
  connected(): Promise<McpConnection> {
    return this.#withNames(this.#requireConnection());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.lists.stop();
    await this.#lifecycle[Symbol.asyncDispose]();
    this.#log.stop();
  }

  async #requireConnection(): Promise<McpConnection> {
    if (this.#lifecycle.connection === null) await this.ready();
    const { connection } = this.#lifecycle;
    if (connection !== null) return connection;
    const { state, detail, hint } = this.status();
    const why = detail ?? state.replace('_', ' ');
    const code = state === 'needs_auth' ? 'auth_required' : 'mcp_failed';
    const advice = state === 'backing_off' ? 'It is being restarted.' : hint;
    throw new SimseError(code, `is not available: ${why}`, defined({ hint: advice }));
  }

  async #openAccess(): Promise<ServerAccess | null> {
    const { surroundings } = this.#context;
    return openServerAccess(surroundings.expand(this.config), surroundings, this.#log, createPause());
  }

  #connect(stopping: AbortSignal): Promise<McpConnection> {
    const { surroundings } = this.#context;
    const pause = createPause();
    const events = {
      onListChanged: this.lists.refresh.bind(this.lists),
      onResourceUpdated: this.subscriptions.onUpdated.bind(this.subscriptions),
    };
    return withStartupLimit(this.config, pause, stopping, async (attempt) => {
      const options = { surroundings, events, log: this.#log, pause };
      const connection = await connectServer(this.config, options, attempt);
      try {
        const { tools, others } = this.lists.read(connection, attempt);
        this.#otherLists = others;
        await tools;
        return connection;
      } catch (error) {
        await connection.end(new SimseError('mcp_failed', 'was given up'));
        throw attempt.reason instanceof SimseError ? attempt.reason : error;
      }
    });
  }

  #onChange(before: SupervisorState, after: SupervisorState): void {
    const notice = noticeFor(before, after, this.lists.tools.items.length);
    const { connection } = this.#lifecycle;
    const isRenewed = before.phase === 'ready' && after.phase === 'starting';
    if (connection !== null) this.subscriptions.renew(connection);
    else if (isRenewed) this.lists.detach();
    else if (before.phase === 'ready') this.lists.clear();
    this.#context.onStatus(this.status());
    if (notice !== null) this.#context.onNotice(notice.level, notice.text);
  }

  /** While it is being started, its status is told at the end of that. */
  #onListed(tell: () => void): void {
    tell();
    if (this.#lifecycle.state.phase === 'ready') this.#context.onStatus(this.status());
  }

  async #withNames<T>(outcome: Promise<T>): Promise<T> {
    try {
      return await outcome;
    } catch (error) {
      throw this.withName(error);
    }
  }

  /** Errors of a connection lack their subject. */
  withName(error: unknown): unknown {
    if (!(error instanceof SimseError) || error.code === 'cancelled') return error;
    const { code, message, hint } = error;
    return new SimseError(code, `server ${this.config.name} ${message}`, defined({ hint, cause: error }));
  }
}
