import { messageOf, SimseError } from '../../core/errors.ts';
import { numberOf, textOf } from '../../core/json.ts';
import type { ToolCallOptions } from '../../core/ports/catalogue.ts';
import type { RpcConventions } from '../../core/rpc/rpc-conventions.ts';
import { type PeerOptions, RpcPeer } from '../../core/rpc/rpc-peer.ts';
import type { ServerTransport } from '../transports/server-transport.ts';

const MAX_MESSAGE_CHARS = 2000;
/** How many requests of one server may be open at once. */
const MAX_OPEN = 64;
/** What is nested deeper would overflow the stack of whoever writes it as JSON again. */
const MAX_DEPTH = 100;
/** What servers that are made with the SDK put before the words of an error: its code, which stands beside them. */
const SDK_PREFIX = /^(?:MCP error -?\d+: )+(?=.)/;

const MCP: RpcConventions = {
  cancelMethod: 'notifications/cancelled',
  cancelParams: (requestId, { message: reason }) => ({ requestId, reason }),
  cancelError,
  timeoutError: (method, limitMs) =>
    new SimseError('timeout', `did not answer ${method} within ${limitMs} ms`, {
      hint: 'Raise "timeoutMs" of the server in mcp.json.',
    }),
  uncancellable: 'initialize',
  answersCancelled: false,
  questionsEndWithCalls: true,
  progress: { method: 'notifications/progress', read: toProgress },
  maxOpen: MAX_OPEN,
  maxDepth: MAX_DEPTH,
  readError: (message) => message.replace(SDK_PREFIX, ''),
};

type Progress = Parameters<NonNullable<ToolCallOptions['onProgress']>>[0];

/** The params of a progress notification; null when they say nothing. */
function toProgress(params: Readonly<Record<string, unknown>>): Progress | null {
  const progress = numberOf(params['progress']);
  const total = numberOf(params['total']);
  const message = textOf(params['message'])?.slice(0, MAX_MESSAGE_CHARS);
  if (progress === undefined) return null;
  return {
    progress,
    ...(total === undefined ? {} : { total }),
    ...(message === undefined ? {} : { message }),
  };
}

type Owner = Omit<PeerOptions, 'conventions' | 'send'>;

/**
 * The client's end of a connection to a server. The transport is not started yet, and its messages and errors belong to the
 * peer. The messages of its own errors lack their subject ("did not answer ping within 100 ms").
 */
export function createMcpPeer(transport: ServerTransport, owner: Owner): RpcPeer {
  const send = async (message: object): Promise<void> => {
    try {
      await transport.send(message as Parameters<typeof transport.send>[0]);
    } catch (error) {
      throw toUnreachable(error);
    }
  };
  const peer = new RpcPeer({ ...owner, conventions: MCP, send });
  transport.onmessage = (message) => peer.receive(message);
  transport.onerror = (error) => owner.log(error.message);
  return peer;
}

export function cancelError(method: string): SimseError {
  return new SimseError('cancelled', `the ${method === 'tools/call' ? 'call' : 'request'} was cancelled`);
}

/** What is not yet in the words of simse comes from the runtime. */
export function toUnreachable(error: unknown): SimseError {
  if (error instanceof SimseError) return error;
  return new SimseError('mcp_failed', `cannot be reached: ${messageOf(error)}`, { cause: error });
}
