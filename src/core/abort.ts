/** Calls back when a signal aborts, at once where it has. Returns what stops listening. */
export function onAbort(signal: AbortSignal | null | undefined, listener: () => void): () => void {
  if (!signal) return () => {};
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/** What a promise brings, or a rejection as soon as the signal is aborted. What it brings after that is dropped. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => reject(signal.reason as Error));
    void promise.then(resolve, reject).finally(stop);
  });
}

/** What a promise brings, or null as soon as the signal is aborted: what never comes must not hold up Esc. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  return new Promise((resolve, reject) => {
    const stop = onAbort(signal, () => resolve(null));
    void promise.then(resolve, reject).finally(stop);
  });
}

/** Resolves when a signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    onAbort(signal, resolve);
  });
}
