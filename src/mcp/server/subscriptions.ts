import { messageOf } from '../../core/errors.ts';
import { type Throttle, throttle } from '../../core/throttle.ts';
import type { McpConnection } from '../connection/mcp-connection.ts';

/** A resource that changes all the time is told no more often than this. */
const UPDATE_INTERVAL_MS = 200;

interface Subscription {
  /** Settles when the server has taken it, or not. */
  readonly taken: Promise<unknown>;
  readonly listeners: Set<{ call(): void }>;
  readonly tell: Throttle;
}

/** Who wants to know when which resource of a server changes. They stay across its restarts. */
export class Subscriptions {
  readonly #byUri = new Map<string, Subscription>();
  readonly #log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  /** The first for a resource has the server told, by `subscribe`; `taken` is how that came out, for those that join as well. */
  add(
    uri: string,
    listener: () => void,
    subscribe: () => Promise<unknown>,
  ): { taken: Promise<unknown>; remove: () => boolean } {
    const subscription = this.#byUri.get(uri) ?? this.#create(uri, subscribe());
    const entry = { call: listener };
    subscription.listeners.add(entry);
    return {
      taken: subscription.taken,
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

  #create(uri: string, taken: Promise<unknown>): Subscription {
    const listeners: Subscription['listeners'] = new Set();
    const tell = throttle(() => {
      for (const { call } of listeners) call();
    }, UPDATE_INTERVAL_MS);
    const subscription = { taken, listeners, tell };
    this.#byUri.set(uri, subscription);
    return subscription;
  }
}
