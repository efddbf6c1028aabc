import { randomUUID } from 'node:crypto';
import { untilAborted } from '../../core/abort.ts';
import { type ContentBlock, promptText } from '../../core/content.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import type { TurnResult } from '../../core/ports/backend.ts';
import type { EmitEvent, TurnError } from '../../core/state/events.ts';
import type { BackendLink } from '../backend/backend-link.ts';
import type { PromptExpander } from './expand-prompt.ts';

type Link = Pick<BackendLink, 'open' | 'logIn' | 'current' | 'end'>;

interface Waiting {
  id: string;
  blocks: ContentBlock[];
  resolve: (result: TurnResult) => void;
}

interface Running {
  turnId: string;
  abort: AbortController;
  done: Promise<TurnResult>;
}

/** How long an agent may take to end its turn when the session is closed, before the agent itself is ended. */
const CLOSE_GRACE_MS = 1000;
const CANCELLED: TurnResult = { stopReason: 'cancelled' };

/** One turn at a time, in the order they were asked for. */
export class TurnQueue {
  readonly #link: Link;
  readonly #expander: PromptExpander;
  readonly #emit: EmitEvent;
  readonly #isAttended: boolean;
  readonly #waiting: Waiting[] = [];
  #running: Running | null = null;
  /** The user has interrupted, or a turn has failed, and nobody has said yet how to go on. */
  #isHeld = false;
  #isClosed = false;

  /** `isAttended`: somebody is there to say how to go on when a turn fails; without them what waits is tried at once. */
  constructor(link: Link, expander: PromptExpander, emit: EmitEvent, isAttended: boolean) {
    this.#link = link;
    this.#expander = expander;
    this.#emit = emit;
    this.#isAttended = isAttended;
  }

  /**
   * Runs the prompt, before what is held; or queues it behind the running one, which it joins where the backend takes that and
   * `steer` is not false. Resolves with how its turn ended; never rejects.
   */
  add(blocks: ContentBlock[], { steer = true }: { steer?: boolean } = {}): Promise<TurnResult> {
    return this.#add(blocks, { steer, first: false });
  }

  /** As `add`, but before everything that waits: it is about what the agent does just now. */
  addNext(blocks: ContentBlock[]): Promise<TurnResult> {
    return this.#add(blocks, { steer: true, first: true });
  }

  /** Takes a prompt back that has not started; its promise resolves as cancelled. */
  remove(promptId: string): void {
    this.#take(promptId)?.resolve(CANCELLED);
    if (this.#waiting.length === 0) this.#hold(false);
  }

  /** Cancels the running turn. Queued prompts are held: whoever interrupts wants to say what comes next. */
  cancel(): void {
    if (this.#running === null || this.#running.abort.signal.aborted) return;
    this.#emit({ type: 'turn_cancelling', turnId: this.#running.turnId });
    this.#hold(this.#waiting.length > 0);
    this.#running.abort.abort();
  }

  /** Goes on with what is held. */
  resume(): void {
    this.#hold(false);
    this.#startNext();
  }

  /** Cancels the running turn by ending the backend. */
  endBackend(): void {
    this.cancel();
    void this.#link.end();
  }

  /** Cancels everything; resolves when the running turn has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const queued of this.#waiting.splice(0)) queued.resolve(CANCELLED);
    this.#running?.abort.abort();
    const grace = setTimeout(() => void this.#link.end(), CLOSE_GRACE_MS);
    await this.#running?.done;
    clearTimeout(grace);
  }

  #add(blocks: ContentBlock[], { steer, first }: { steer: boolean; first: boolean }): Promise<TurnResult> {
    if (this.#isClosed) return Promise.resolve(CANCELLED);
    if (this.#running === null) {
      this.#hold(false);
      return this.#start(blocks);
    }
    const id = randomUUID();
    const prompt = { id, text: promptText(blocks) };
    this.#emit({ type: 'prompt_queued', prompt, ...(first && { first }) });
    return new Promise((resolve) => {
      this.#waiting.splice(first ? 0 : this.#waiting.length, 0, { id, blocks, resolve });
      if (steer) void this.#steer(id, blocks);
    });
  }

  #start(blocks: ContentBlock[]): Promise<TurnResult> {
    const turnId = randomUUID();
    const abort = new AbortController();
    this.#emit({ type: 'turn_started', turnId, prompt: blocks });
    const done = this.#run(blocks, abort.signal).then((result) => {
      this.#running = null;
      if (result.stopReason === 'error' && this.#isAttended) this.#hold(this.#waiting.length > 0);
      this.#emit({ type: 'turn_ended', turnId, ...result });
      this.#startNext();
      return result;
    });
    this.#running = { turnId, abort, done };
    return done;
  }

  /** What the prompt names of MCP servers is put in before the backend gets it. */
  async #run(blocks: ContentBlock[], signal: AbortSignal): Promise<TurnResult> {
    try {
      const expanded = await untilAborted(this.#expander.expand(blocks, signal), signal);
      if (expanded === null || expanded.kind === 'left') return CANCELLED;
      if (expanded.kind === 'answered') return { stopReason: 'end_turn' };
      const result = await runTurn(this.#link, expanded.blocks, signal);
      await expanded.finish?.(result);
      return result;
    } catch (thrown) {
      if (signal.aborted) return CANCELLED;
      return { stopReason: 'error', error: toTurnError(thrown) };
    }
  }

  #startNext(): void {
    const [next] = this.#isClosed || this.#isHeld || this.#running !== null ? [] : this.#waiting;
    if (next === undefined) return;
    this.#take(next.id);
    void this.#start(next.blocks).then(next.resolve);
  }

  #hold(held: boolean): void {
    if (held === this.#isHeld) return;
    this.#isHeld = held;
    this.#emit({ type: 'queue_held', held });
  }

  /** Takes a prompt out of the queue, unless its turn has begun. */
  #take(promptId: string): Waiting | undefined {
    const index = this.#waiting.findIndex(({ id }) => id === promptId);
    const [taken] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (taken !== undefined) this.#emit({ type: 'prompt_dequeued', promptId });
    return taken;
  }

  /** Hands a queued prompt to the turn that runs. Where the backend takes it, it needs no turn of its own. */
  async #steer(promptId: string, blocks: ContentBlock[]): Promise<void> {
    const { backend, session } = this.#link.current ?? {};
    if (session === undefined || backend?.capabilities.steering !== true) return;
    const { abort } = this.#running ?? {};
    if (abort === undefined || this.#expander.isAbout(blocks)) return;
    const expanded = await this.#expander.withFiles(blocks, abort.signal);
    // Reading files may take long, and ask: meanwhile it was taken back, or has a turn of its own.
    if (this.#running?.abort !== abort || !this.#waiting.some(({ id }) => id === promptId)) return;
    if (!(await session.steer(expanded))) return;
    const joined = this.#take(promptId);
    const text = promptText(blocks);
    this.#emit({ type: 'message_chunk', role: 'user', messageId: promptId, content: { type: 'text', text } });
    joined?.resolve({ stopReason: 'end_turn' });
  }
}

async function runTurn(link: Link, blocks: ContentBlock[], signal: AbortSignal): Promise<TurnResult> {
  const result = await promptBackend(link, blocks, signal);
  if (result.error?.code !== 'auth_required' || !(await link.logIn(signal))) return result;
  return promptBackend(link, blocks, signal);
}

async function promptBackend(link: Link, blocks: ContentBlock[], signal: AbortSignal): Promise<TurnResult> {
  const opened = await untilAborted(link.open(), signal);
  if (opened === null || signal.aborted) return CANCELLED;
  const { session, context } = opened;
  return session.prompt(context === null ? blocks : [context, ...blocks], { signal });
}

function toTurnError(thrown: unknown): TurnError {
  if (!(thrown instanceof SimseError)) {
    const stack = thrown instanceof Error ? thrown.stack : undefined;
    const hint = `Please report it:\n${stack ?? ''}`;
    return { code: 'backend_failed', message: `This is a bug in simse: ${messageOf(thrown)}`, hint };
  }
  const { code, message, hint } = thrown;
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}
