import type { ContentBlock } from '../../core/content.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { BackendExit, BackendSession } from '../../core/ports/backend.ts';
import type { EventStream } from '../event-stream.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ChosenBackend } from './choose-backend.ts';
import { conversationSoFar } from './conversation-so-far.ts';
import {
  type EarlierOnBackend,
  type LiveBackend,
  type OpenLiveOptions,
  openLiveBackend,
} from './open-live-backend.ts';

/** What a backend of that name called the session when it was last open. */
export interface EarlierLink extends EarlierOnBackend {
  name: string;
}

interface BackendLinkOptions {
  stream: EventStream;
  cwd: string;
  workspace: Pick<Workspace, 'roots'>;
  earlier: EarlierLink | null;
}

/** What a backend that is started gets of simse. */
export type LinkServices = Pick<OpenLiveOptions, 'services' | 'bridged' | 'logIn'>;

/**
 * Keeps one backend process and one session on it. After a crash the next prompt starts it again, where it can with the
 * session it had, and otherwise with the conversation so far as context.
 */
export class BackendLink implements AsyncDisposable {
  readonly #options: BackendLinkOptions;
  #services: LinkServices | null = null;
  readonly #shutdown = new AbortController();
  #chosen: ChosenBackend;
  #opening: Promise<LiveBackend> | null = null;
  #live: LiveBackend | null = null;
  #earlier: EarlierOnBackend | null;
  #knowsConversation = false;

  constructor(first: ChosenBackend, options: BackendLinkOptions) {
    this.#chosen = first;
    this.#options = options;
    this.#earlier = options.earlier?.name === first.name ? options.earlier : null;
  }

  /** Says what a backend gets when it is started; none is before. */
  connect(services: LinkServices): void {
    this.#services = services;
  }

  /** The one that answers prompts, whether it runs or not. */
  get chosen(): ChosenBackend {
    return this.#chosen;
  }

  /** The running backend, if there is one. */
  get current(): LiveBackend | null {
    return this.#live;
  }

  /** Has a session ready, started when there is none or when the last one has gone. Rejects with a SimseError. */
  async start(): Promise<LiveBackend> {
    if (this.#shutdown.signal.aborted) throw new SimseError('cancelled', 'The session is closed.');
    this.#opening ??= this.#start();
    return this.#opening;
  }

  /** The session for a prompt, and what it has to be told before it. */
  async open(): Promise<{ session: BackendSession; context: ContentBlock | null }> {
    const { session, bridge } = await this.start();
    // Not every agent waits itself until it has been told its tools: Codex does for a second only.
    await bridge?.settled();
    const context = this.#knowsConversation ? null : conversationSoFar(this.#options.stream.getState());
    this.#knowsConversation = true;
    // Only from now on is there anything in it to go on with.
    this.#earlier = { sessionId: session.id, fork: false };
    return { session, context };
  }

  /** Lets the user log in at the running backend; true when they did. */
  async logIn(signal: AbortSignal): Promise<boolean> {
    if (this.#live === null) return false;
    const outcome = await this.#connected().logIn(this.#live.backend, signal);
    if (outcome === 'restart') await this.#stop();
    return outcome !== 'none';
  }

  /** Goes on with another backend, which is told the conversation so far with its first prompt. */
  async switchTo(chosen: ChosenBackend): Promise<void> {
    await this.#stop();
    this.#chosen = chosen;
    this.#earlier = null;
    await this.start();
  }

  /** Whether the backend takes images; it is started for that. One that does not start takes none, which the turn will say. */
  async takesImages(): Promise<boolean> {
    try {
      return (await this.start()).backend.capabilities.image;
    } catch {
      return false;
    }
  }

  /** Ends the running backend; the next prompt starts it again. */
  async end(): Promise<void> {
    await this.#live?.backend[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#shutdown.abort();
    await this.#live?.session.close();
    await this.#stop();
  }

  async #start(): Promise<LiveBackend> {
    const { cwd, stream, workspace } = this.#options;
    const { emit, getState } = stream;
    const { signal } = this.#shutdown;
    const chosen = this.#chosen;
    const { name, command } = chosen;
    emit({ type: 'backend_starting', backend: name, command });
    try {
      const live = await openLiveBackend({
        ...this.#connected(),
        chosen,
        cwd,
        additionalDirectories: workspace.roots.slice(1),
        mode: getState().mode,
        earlier: this.#earlier,
        signal,
      });
      const { agent, capabilities } = live.backend;
      const takes = { images: capabilities.image, steering: capabilities.steering };
      this.#live = live;
      this.#knowsConversation = live.isResumed;
      if (live.isResumed) this.#earlier = { sessionId: live.session.id, fork: false };
      void this.#watch(live);
      emit({ type: 'backend_ready', backend: name, agent, backendSessionId: live.session.id, takes });
      return live;
    } catch (cause) {
      this.#opening = null;
      this.#reportExit({ reason: messageOf(cause), stderr: '' });
      throw cause;
    }
  }

  #connected(): LinkServices {
    if (this.#services === null) throw new Error('The link was used before it was connected.');
    return this.#services;
  }

  async #watch(live: LiveBackend): Promise<void> {
    const exit = await live.backend.exited;
    if (this.#live !== live) return;
    this.#live = null;
    this.#opening = null;
    this.#reportExit(exit);
    await live[Symbol.asyncDispose]();
  }

  #reportExit(exit: BackendExit): void {
    const { emit, getState } = this.#options.stream;
    if (this.#shutdown.signal.aborted) return;
    emit({ type: 'backend_exited', backend: this.#chosen.name, ...exit });
    // The end of a turn that runs says what went wrong.
    if (getState().turn !== null) return;
    const parts = [exit.reason, exit.stderr.trim(), 'The next prompt starts it again.'];
    const text = parts.filter((part) => part !== '').join('\n');
    emit({ type: 'notice', level: 'error', source: this.#chosen.name, text });
  }

  async #stop(): Promise<void> {
    const stopped = await this.#opening?.catch(() => null);
    this.#live = null;
    this.#opening = null;
    await stopped?.[Symbol.asyncDispose]();
  }
}
