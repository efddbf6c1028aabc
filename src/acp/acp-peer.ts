import { SimseError } from '../core/errors.ts';
import { MAX_DEPTH } from '../core/rpc/message-bounds.ts';
import type { RpcConventions } from '../core/rpc/rpc-conventions.ts';
import { type PeerOptions, RpcPeer } from '../core/rpc/rpc-peer.ts';

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
