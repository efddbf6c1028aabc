export interface Emitter<Arguments extends unknown[]> {
  emit(...args: Arguments): void;
  /** Returns the unsubscriber. */
  on(listener: (...args: Arguments) => void): () => void;
}

/** Listeners in the order they came. They must not throw. */
export function createEmitter<Arguments extends unknown[]>(): Emitter<Arguments> {
  const subscriptions = new Set<{ listener: (...args: Arguments) => void }>();
  return {
    emit(...args) {
      for (const { listener } of subscriptions) listener(...args);
    },
    on(listener) {
      const subscription = { listener };
      subscriptions.add(subscription);
      return () => subscriptions.delete(subscription);
    },
  };
}
