/** How many messages one batch may hold. */
const MAX_BATCH = 50;

/**
 * Gathers the messages that are sent within one turn of the event loop, so that they go together. `post` never rejects. A
 * server that takes no batches gets them one by one, after it has said so.
 */
export class Outbox<Message> {
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
