import { messageOf } from '../../core/errors.ts';
import { limitRate, type RateLimit } from '../../core/limit-rate.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';

/** A resource that changes all the time is told no more often than this. */
const UPDATE_INTERVAL_MS = 200;

interface Subscription {
  readonly listeners: Set<{ call(): void }>;
  readonly tell: RateLimit;
}

/** Who wants to know when which resource of a server changes. They stay across its restarts. */
export class Subscriptions {
  readonly #byUri = new Map<string, Subscription>();
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** Whether the server has to be told: it is the first for this resource. */
  add(uri: string, listener: () => void): { isFirst: boolean; remove: () => boolean } {
    const known = this.#byUri.get(uri);
    const subscription = known ?? this.#create(uri);
    const entry = { call: listener };
    subscription.listeners.add(entry);
    return {
      isFirst: known === undefined,
      /** Whether it was the last, and the server has to be told. */
      remove: () => {
        if (!subscription.listeners.delete(entry) || subscription.listeners.size > 0) return false;
        subscription.tell.cancel();
        this.#byUri.delete(uri);
        return true;
      },
    };
  }

  onUpdated(uri: string): void {
    this.#byUri.get(uri)?.tell.request();
  }

  /** Subscribes on a new connection, and tells that anything may have changed in between. */
  renew(connection: McpConnection): void {
    for (const [uri, { tell }] of this.#byUri) {
      connection.request('resources/subscribe', { uri }).then(
        () => tell.request(),
        (error: unknown) => this.#log(`the subscription to ${uri} was not renewed: ${messageOf(error)}`),
      );
    }
  }

  #create(uri: string): Subscription {
    const listeners: Subscription['listeners'] = new Set();
    const tell = limitRate(() => {
      for (const { call } of listeners) call();
    }, UPDATE_INTERVAL_MS);
    const subscription = { listeners, tell };
    this.#byUri.set(uri, subscription);
    return subscription;
  }
}
