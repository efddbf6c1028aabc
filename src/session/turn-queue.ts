import { randomUUID } from 'node:crypto';
import { blocksToText, type ContentBlock } from '../core/content.ts';
import { SimseError } from '../core/errors.ts';
import type { TurnError } from '../core/events.ts';
import type { BackendSession, EmitEvent, TurnResult } from '../core/ports.ts';

export interface TurnQueue {
  /** Runs the prompt, or queues it behind the running one. Resolves with how its turn ended; never rejects. */
  add(blocks: ContentBlock[]): Promise<TurnResult>;
  /** Takes a prompt back that has not started; its promise resolves as cancelled. */
  remove(promptId: string): void;
  /** Cancels the running turn. Queued prompts stay. */
  cancel(): void;
  /** Cancels everything; resolves when the running turn has ended. */
  close(): Promise<void>;
}

interface Waiting {
  id: string;
  blocks: ContentBlock[];
  resolve: (result: TurnResult) => void;
}

const CANCELLED: TurnResult = { stopReason: 'cancelled' };

/** One turn at a time, in the order they were asked for. */
export function createTurnQueue(session: () => Promise<BackendSession>, emit: EmitEvent): TurnQueue {
  const waiting: Waiting[] = [];
  let running: { turnId: string; abort: AbortController; done: Promise<void> } | null = null;
  let closed = false;

  const runNext = () => {
    const next = running === null && !closed ? waiting.shift() : undefined;
    if (next === undefined) return;
    emit({ type: 'prompt_dequeued', promptId: next.id });
    void start(next.blocks).then(next.resolve);
  };

  const start = (blocks: ContentBlock[]): Promise<TurnResult> => {
    const turnId = randomUUID();
    const abort = new AbortController();
    emit({ type: 'turn_started', turnId, prompt: blocks });
    const result = runTurn(session, blocks, abort.signal);
    const done = result.then((ended) => {
      running = null;
      emit({ type: 'turn_ended', turnId, ...ended });
      runNext();
    });
    running = { turnId, abort, done };
    return done.then(() => result);
  };

  return {
    add(blocks) {
      if (closed) return Promise.resolve(CANCELLED);
      if (running === null) return start(blocks);
      const id = randomUUID();
      emit({ type: 'prompt_queued', prompt: { id, text: blocksToText(blocks) } });
      return new Promise((resolve) => {
        waiting.push({ id, blocks, resolve });
      });
    },
    remove(promptId) {
      const index = waiting.findIndex((queued) => queued.id === promptId);
      const [removed] = index < 0 ? [] : waiting.splice(index, 1);
      if (removed === undefined) return;
      emit({ type: 'prompt_dequeued', promptId });
      removed.resolve(CANCELLED);
    },
    cancel() {
      if (running === null || running.abort.signal.aborted) return;
      emit({ type: 'turn_cancelling', turnId: running.turnId });
      running.abort.abort();
    },
    async close() {
      closed = true;
      for (const queued of waiting.splice(0)) queued.resolve(CANCELLED);
      running?.abort.abort();
      await running?.done;
    },
  };
}

async function runTurn(
  session: () => Promise<BackendSession>,
  blocks: ContentBlock[],
  signal: AbortSignal,
): Promise<TurnResult> {
  try {
    const opened = await untilAborted(session(), signal);
    return opened === null ? CANCELLED : await opened.prompt(blocks, { signal });
  } catch (thrown) {
    if (signal.aborted) return CANCELLED;
    return { stopReason: 'error', error: toTurnError(thrown) };
  }
}

/** The value, or null when the signal aborts first: a backend that never starts must not hold up Esc. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  if (signal.aborted) return null;
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<null>((resolve) => {
    onAbort = () => resolve(null);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    if (onAbort !== undefined) signal.removeEventListener('abort', onAbort);
  }
}

function toTurnError(thrown: unknown): TurnError {
  if (!(thrown instanceof SimseError)) throw thrown;
  const { code, message, hint } = thrown;
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}
