import { createSecretHider } from '../../config/hide-secrets.ts';
import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { SimseError } from '../../core/errors.ts';
import type { ShowLogIn } from '../../core/ports/mcp-host.ts';
import type { McpServerStatus, NoticeLevel } from '../../core/state/events.ts';
import type { ServerAccess } from '../auth/open-access.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';
import { createPause } from '../connection/pause.ts';
import { DEFAULT_LOG_LEVEL, ServerLog } from '../connection/server-log.ts';
import type { AdoptedTools, FetchedTools } from '../lists/fetch-tools.ts';
import { ServerLists } from '../lists/server-lists.ts';
import {
  connectServer,
  type HostSurroundings,
  openServerAccess,
  withStartupLimit,
} from './connect-server.ts';
import { ServerLifecycle } from './server-lifecycle.ts';
import { ServerRequests } from './server-requests.ts';
import { noticeFor, serverStatus } from './server-status.ts';
import type { StartSlots } from './start-slots.ts';
import { Subscriptions } from './subscriptions.ts';
import type { RestartPolicy, SupervisorState } from './supervisor.ts';

export interface SupervisorContext {
  surroundings: HostSurroundings;
  policy: Omit<RestartPolicy, 'restart'>;
  slots: StartSlots;
  adoptTools(fetched: FetchedTools): Promise<AdoptedTools>;
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
  readonly requests: ServerRequests;
  readonly #context: SupervisorContext;
  readonly #log: ServerLog;
  #withholdsInstructions = false;
  readonly #hide: (text: string) => string;
  readonly #lifecycle: ServerLifecycle;
  #otherLists: Promise<unknown> = Promise.resolve();

  constructor(config: McpServerConfig, context: SupervisorContext) {
    const { surroundings } = context;
    const hide = createSecretHider({
      config,
      expand: () => surroundings.expand(config),
      env: surroundings.env,
    });
    const onProblem = (text: string): void => context.onNotice('warn', hide(text));
    this.config = config;
    this.#context = context;
    this.#hide = hide;
    this.#log = new ServerLog({
      level: config.logLevel ?? DEFAULT_LOG_LEVEL,
      onLine: context.onLog,
      onNotice: onProblem,
      hide,
    });
    this.subscriptions = new Subscriptions(this.#log.line);
    this.lists = new ServerLists({
      config,
      adoptTools: async (fetched) => {
        const adopted = await context.adoptTools(fetched);
        this.#withholdsInstructions = adopted.withholdsInstructions ?? false;
        return adopted;
      },
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
    this.requests = new ServerRequests({
      name: config.name,
      lifecycle: this.#lifecycle,
      status: () => this.status(),
      log: this.#log.line,
    });
  }

  status(): McpServerStatus {
    const { state, connection } = this.#lifecycle;
    return serverStatus(this.config, withoutSecrets(state, this.#hide), connection, this.lists);
  }

  recentLog(): string[] {
    return this.#log.recent();
  }

  instructions(): string | null {
    if (this.#withholdsInstructions) return null;
    return this.#lifecycle.connection?.identity.instructions ?? null;
  }

  /** Starts it unless it runs or is disabled. Resolves when all that it offers is known, or the attempt has failed. */
  async start(): Promise<void> {
    await this.#lifecycle.start();
    await this.#otherLists;
  }

  /** As `start`, but a server that has failed is left alone, and only the tools are waited for. */
  ready(): Promise<void> {
    return this.#lifecycle.ready();
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
    await this.requests.nameErrors(access.logIn(showLogIn, signal));
    await this.restart();
  }

  async logOut(): Promise<boolean> {
    const access = await this.#openAccess();
    const wasLoggedIn = (await access?.logOut()) ?? false;
    if (wasLoggedIn) await this.#lifecycle.logOut();
    return wasLoggedIn;
  }

  log(line: string): void {
    this.#log.line(line);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.lists.stop();
    await this.#lifecycle[Symbol.asyncDispose]();
    this.#log.stop();
  }

  /** For a login, or its end. */
  async #openAccess(): Promise<ServerAccess | null> {
    const { surroundings } = this.#context;
    const open = async (): Promise<ServerAccess | null> =>
      openServerAccess(surroundings.expand(this.config), surroundings, this.#log, createPause());
    return this.requests.nameErrors(open());
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
      const { roots } = surroundings;
      const connection = await connectServer(this.config, options, attempt);
      try {
        const { tools, others } = this.lists.read(connection, attempt);
        this.#otherLists = others;
        await tools;
        // Only who is ready is told of roots that change, and this one may have asked for them before they did.
        if (surroundings.roots !== roots) connection.notify('notifications/roots/list_changed');
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
    if (connection !== null) this.subscriptions.renew(connection);
    // Whoever comes back at once has most likely the same to offer.
    else if (after.phase === 'starting') this.lists.detach();
    else this.lists.clear();
    this.#context.onStatus(this.status());
    if (notice !== null) this.#context.onNotice(notice.level, this.#hide(notice.text));
  }

  /** While it is being started, its status is told at the end of that. */
  #onListed(tell: () => void): void {
    tell();
    if (this.#lifecycle.state.phase === 'ready') this.#context.onStatus(this.status());
  }
}

/** Why a server ended is said in its own last words. */
function withoutSecrets(state: SupervisorState, hide: (text: string) => string): SupervisorState {
  const { detail, hint, lastError } = state;
  const shown = (text: string | null): string | null => (text === null ? null : hide(text));
  return { ...state, detail: shown(detail), hint: shown(hint), lastError: shown(lastError) };
}
