import { SimseError } from '../../core/errors.ts';
import { recordOf } from '../../core/json.ts';
import { MAX_DEPTH } from '../../core/rpc/message-bounds.ts';
import type { RpcConventions } from '../../core/rpc/rpc-conventions.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import { type PeerOptions, RpcPeer } from '../../core/rpc/rpc-peer.ts';

/** How long a request may take is for its caller to say: mostly the time in which the agent is silent. */
const ACP: RpcConventions = {
  cancelMethod: '$/cancel_request',
  cancelParams: (requestId) => ({ requestId }),
  cancelError: (method, reason) =>
    reason instanceof Error ? reason : new SimseError('cancelled', `${method} was cancelled`),
  timeoutError: (method, limitMs) =>
    new SimseError('timeout', `did not answer ${method} within ${limitMs} ms`),
  uncancellable: null,
  answersCancelled: true,
  questionsEndWithCalls: false,
  progress: null,
  maxOpen: Infinity,
  maxDepth: MAX_DEPTH,
  readError: (message) => message,
};

interface Owner extends Pick<PeerOptions, 'answer' | 'onNotification' | 'log'> {
  /** Writes one line; resolves when there is room for the next. */
  send(line: string): Promise<void>;
}

/** The client's end of the connection to an agent. */
export function createAcpPeer({ send, ...owner }: Owner): RpcPeer {
  return new RpcPeer({
    ...owner,
    conventions: ACP,
    timeoutMs: null,
    send: (message) => send(JSON.stringify(message)),
  });
}

interface AskOptions {
  /** What the agent did not do when it takes too long: "did not open a session". */
  failure: string;
  limitMs: number;
  /** Counts the time only while the agent is silent and does not wait for the user. */
  activity?: { watchSilence(limitMs: number, onSilence: () => void): () => void };
  /** Breaks it off. */
  signal?: AbortSignal | undefined;
}

/**
 * A request that an agent has to answer in time. Rejects with a `timeout`, with the reason of the signal, or as
 * `RpcPeer.request`. Whatever else than an object is the answer counts as an empty one.
 */
export async function askAgent(
  { peer, identity }: { peer: RpcPeer; identity: { name: string } },
  method: string,
  params: RpcParams,
  { failure, limitMs, activity, signal }: AskOptions,
): Promise<RpcParams> {
  const late = new AbortController();
  const onLimit = (): void => {
    const message = `${identity.name} ${failure} within ${describeDuration(limitMs)}`;
    late.abort(new SimseError('timeout', message));
  };
  const stopWatching = activity?.watchSilence(limitMs, onLimit) ?? startTimer(limitMs, onLimit);
  const ended = signal === undefined ? late.signal : AbortSignal.any([late.signal, signal]);
  try {
    return recordOf(await peer.request(method, params, { signal: ended }));
  } finally {
    stopWatching();
  }
}

function startTimer(limitMs: number, onLimit: () => void): () => void {
  const timer = setTimeout(onLimit, limitMs);
  return () => clearTimeout(timer);
}

/** A duration for people: "800 ms", "1.5 s", "60 s". */
export function describeDuration(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${Math.round(milliseconds / 100) / 10} s`;
}
