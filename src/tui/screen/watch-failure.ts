import type { Readable, Writable } from 'node:stream';

/** A terminal that has gone fails at every further write, too: without a listener that would be a crash. */
const ignore = (): void => {};

/** Calls back when a stream of the terminal fails. Returns the unsubscriber, after which failures are passed over. */
export function watchFailure(stream: Readable | Writable, onFailure: () => void): () => void {
  if (!stream.listeners('error').includes(ignore)) stream.on('error', ignore);
  stream.on('error', onFailure);
  return () => void stream.off('error', onFailure);
}
