import { SimseError } from '../../core/errors.ts';
import type { RpcPeer } from '../../core/rpc/rpc-peer.ts';

export interface KeepAliveTimes {
  /** How long nothing may come or go before the server is asked whether it is there, milliseconds. */
  idleMs: number;
  /** How long it may take to answer. */
  answerMs: number;
}

export const KEEP_ALIVE_TIMES: KeepAliveTimes = { idleMs: 30_000, answerMs: 10_000 };

/**
 * Pings a server that has been silent, since a remote one can go without a word; any answer is a sign of life. `onDead` is
 * called once, when there is none. Returns what ends it.
 */
export function keepAlive(
  peer: Pick<RpcPeer, 'inFlight' | 'lastActive' | 'request'>,
  { idleMs, answerMs }: KeepAliveTimes,
  onDead: (error: SimseError) => void,
): () => void {
  let timer: NodeJS.Timeout;
  const watch = (delayMs: number): void => {
    timer = setTimeout(() => void look(), delayMs).unref();
  };
  const look = async (): Promise<void> => {
    const idleFor = Date.now() - peer.lastActive;
    // What is in flight has a deadline of its own.
    if (peer.inFlight > 0 || idleFor < idleMs) return watch(Math.max(idleMs - idleFor, idleMs / 2));
    try {
      await peer.request('ping', {}, { timeoutMs: answerMs });
    } catch (error) {
      if (error instanceof SimseError) return onDead(error);
    }
    watch(idleMs);
  };
  watch(idleMs);
  return () => clearTimeout(timer);
}
