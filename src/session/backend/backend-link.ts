import type { ContentBlock } from '../../core/content.ts';
import type { BackendExit, BackendSession } from '../../core/ports/backend.ts';
import type { EmitEvent } from '../../core/state/events.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { ChosenBackend } from './choose-backend.ts';
import type { LogIn } from './log-in.ts';
import {
  type EarlierOnBackend,
  type LiveBackend,
  type OpenLiveOptions,
  openLiveBackend,
} from './open-live-backend.ts';

type OfEachStart = 'chosen' | 'mode' | 'earlier' | 'signal' | 'additionalDirectories';

export interface BackendLinkOptions extends Omit<OpenLiveOptions, OfEachStart> {
  emit: EmitEvent;
  additionalDirectories(): string[];
  logIn: LogIn;
  /** What a backend of that name called the session when it was last open. */
  earlier: (EarlierOnBackend & { name: string }) | null;
  mode(): OpenLiveOptions['mode'];
  /** Whether a turn runs: then its own end says what went wrong. */
  isBusy(): boolean;
  /** The conversation before the prompt that is about to be sent. */
  conversation(): ContentBlock | null;
}

/**
 * Keeps one backend process and one session on it. After a crash the next prompt starts it again, where it can with the
 * session it had, and otherwise with the conversation so far as context.
 */
export class BackendLink implements AsyncDisposable {
  readonly #options: BackendLinkOptions;
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
    const context = this.#knowsConversation ? null : this.#options.conversation();
    this.#knowsConversation = true;
    // Only from now on is there anything in it to go on with.
    this.#earlier = { sessionId: session.id, fork: false };
    return { session, context };
  }

  /** Lets the user log in at the running backend; true when they did. */
  async logIn(signal: AbortSignal): Promise<boolean> {
    if (this.#live === null) return false;
    const outcome = await this.#options.logIn(this.#live.backend, signal);
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
    const { emit, mode } = this.#options;
    const { signal } = this.#shutdown;
    const chosen = this.#chosen;
    const { name, command } = chosen;
    emit({ type: 'backend_starting', backend: name, command });
    try {
      const earlier = this.#earlier;
      const additionalDirectories = this.#options.additionalDirectories();
      const now = { chosen, mode: mode(), earlier, additionalDirectories, signal };
      const live = await openLiveBackend({ ...this.#options, ...now });
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

  async #watch(live: LiveBackend): Promise<void> {
    const exit = await live.backend.exited;
    if (this.#live !== live) return;
    this.#live = null;
    this.#opening = null;
    this.#reportExit(exit);
    await live[Symbol.asyncDispose]();
  }

  #reportExit(exit: BackendExit): void {
    const { emit, isBusy } = this.#options;
    if (this.#shutdown.signal.aborted) return;
    emit({ type: 'backend_exited', backend: this.#chosen.name, ...exit });
    if (isBusy()) return;
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
