import type { SimseError } from '../../../core/errors.ts';
import { isRecord } from '../../../core/json.ts';
import { RpcError, type RpcParams, readRpcMessage } from '../../../core/rpc/rpc-message.ts';
import { isAboutSession, type LuceniaEnvelope } from '../../protocol/lucenia-names.ts';
import { isLoss, postMessage, toFailure, type WireLink } from './lucenia-wire.ts';
import { type CallOptions, errorOf, type OpenCall, OpenCalls, type RpcAnswer } from './open-calls.ts';

/** How many messages one batch may hold. */
const MAX_BATCH = 50;

export interface EnvelopeSession {
  sessionId: string;
  /** Where envelopes are posted to. */
  endpoint: URL;
}

/**
 * Calls in the envelope of one session: `{session_id, message}` out, events in. What is called within one turn of the event
 * loop goes as one batch.
 */
export class EnvelopeCaller {
  readonly #link: WireLink;
  readonly #session: EnvelopeSession;
  readonly #calls = new OpenCalls();
  readonly #outbox = new Outbox<OpenCall>((batch) => this.#postCalls(batch));

  constructor(link: WireLink, session: EnvelopeSession) {
    this.#link = link;
    this.#session = session;
  }

  /** Resolves with the result. Rejects with an RpcError for what is only about this call, else with a SimseError. */
  async call(method: string, params: RpcParams, options: CallOptions): Promise<unknown> {
    try {
      return await this.#calls.open(method, params, options, (call) => this.#outbox.add(call));
    } catch (error) {
      throw this.#failure(error);
    }
  }

  /** Sends what gets no answer. */
  async post(message: object, what: string): Promise<void> {
    this.take(await this.#post(message, what));
  }

  /** JSON that came from the server. Returns what of it answers no call. */
  take(value: unknown, batch?: readonly OpenCall[]): Record<string, unknown>[] {
    const parts = Array.isArray(value) ? value : [value];
    return parts.filter(isRecord).filter((part) => {
      const message = readRpcMessage(part);
      const isAnswer = message.kind === 'response' || message.kind === 'failure';
      return !(
        (isAnswer && this.#calls.takeAnswer(message)) ||
        this.#calls.takeCallback(part) ||
        (isAnswer && this.#takeRefusal(message, batch))
      );
    });
  }

  /** Every call that waits rejects with the error. */
  end(error: SimseError): void {
    this.#calls.rejectAll(error);
  }

  #post(message: unknown, what: string): Promise<unknown> {
    const { sessionId, endpoint } = this.#session;
    const envelope: LuceniaEnvelope = { session_id: sessionId, message };
    return postMessage(this.#link, endpoint, envelope, what);
  }

  async #postCalls(calls: readonly OpenCall[]): Promise<void> {
    // Some may have been withdrawn before they were sent.
    const batch = calls.filter((call) => this.#calls.isOpen(call));
    if (batch.length === 0) return;
    for (const call of batch) call.batch = batch;
    const messages = batch.map(({ id, method, params }) => ({ jsonrpc: '2.0', id, method, params }));
    const what = [...new Set(batch.map(({ method }) => method))].join(', ');
    try {
      this.take(await this.#post(messages.length === 1 ? messages[0] : messages, what), batch);
    } catch (error) {
      for (const call of batch) call.reject(error);
    }
  }

  /**
   * An error without an id is about something that the server could not read, or not in this session, so that nothing of it
   * was run: the batch of a server that takes none, or else what is left of it.
   */
  #takeRefusal(answer: RpcAnswer, batch = this.#calls.onlyBatch()): boolean {
    if (answer.kind !== 'failure' || answer.id !== null) return false;
    const waiting = batch.filter((call) => this.#calls.isOpen(call));
    const error = errorOf(answer);
    if (isAboutSession(error)) {
      // It may come by itself, to nobody who waits.
      this.#failure(error);
      for (const call of waiting) call.reject(error);
    } else if (waiting.length > 1 && waiting.length === batch.length) {
      this.#outbox.addSingly(batch);
    } else {
      for (const call of waiting) call.reject(error);
      return waiting.length > 0;
    }
    return true;
  }

  #failure(error: unknown): unknown {
    const failure = error instanceof RpcError ? toFailure(error, this.#link.config.name) : error;
    if (isLoss(failure)) this.#link.onLost(failure);
    return failure;
  }
}

/**
 * Gathers the messages that are sent within one turn of the event loop, so that they go together. `post` never rejects. A
 * server that takes no batches gets them one by one, after it has said so.
 */
class Outbox<Message> {
  readonly #post: (batch: readonly Message[]) => Promise<void>;
  #waiting: Message[] = [];
  #takesBatches = true;

  constructor(post: (batch: readonly Message[]) => Promise<void>) {
    this.#post = post;
  }

  add(message: Message): void {
    if (this.#waiting.push(message) === 1) setImmediate(() => this.#flush());
  }

  /** Sends the messages of a batch that was refused as a whole one by one, and all later ones. */
  addSingly(batch: readonly Message[]): void {
    this.#takesBatches = false;
    for (const message of batch) this.add(message);
  }

  #flush(): void {
    const messages = this.#waiting;
    this.#waiting = [];
    const size = this.#takesBatches ? MAX_BATCH : 1;
    for (let start = 0; start < messages.length; start += size) {
      void this.#post(messages.slice(start, start + size));
    }
  }
}
