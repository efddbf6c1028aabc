import type { McpServerConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { messageTooLarge } from '../../core/rpc/message-bounds.ts';
import type { RpcParams } from '../../core/rpc/rpc-message.ts';
import type { RpcPeer } from '../../core/rpc/rpc-peer.ts';
import { changedCapability } from '../protocol/mcp-lists.ts';
import { openTransport } from '../transports/open-transport.ts';
import { isSessionExpired, type RemoteAccess, type ServerTransport } from '../transports/server-transport.ts';
import type { ClientFeatures } from './client-features.ts';
import { type KeepAliveTimes, keepAlive } from './keep-alive.ts';
import type { ConnectionEnd, ConnectionEvents, McpConnection, ServerIdentity } from './mcp-connection.ts';
import { createMcpPeer, toUnreachable } from './mcp-peer.ts';
import type { Pause } from './pause.ts';
import { DEFAULT_LOG_LEVEL, type ServerLog } from './server-log.ts';
import { type ClientInfo, shakeHands } from './shake-hands.ts';

export interface ConnectionOptions {
  /** With its variables replaced. */
  config: McpServerConfig;
  /** simse's own environment, of which a child gets the harmless part. */
  env: Readonly<Record<string, string>>;
  cwd: string;
  client: ClientInfo;
  /** How much is kept of what the server says about how to use it. */
  maxInstructionsChars?: number;
  access: RemoteAccess;
  pause: Pause;
  features: ClientFeatures;
  events: ConnectionEvents;
  log: ServerLog;
  keepAliveTimes: KeepAliveTimes;
}

/**
 * Starts or reaches a server and shakes hands with it. Rejects with a SimseError once nothing is left of the attempt;
 * `not_found`, `config` and `protocol` are failures that a second attempt will not mend.
 */
export async function openConnection(
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<McpConnection> {
  const { config, env, cwd, access, features, log } = options;
  const transport = await openTransport(config, {
    env,
    cwd,
    access,
    notes: {
      onNoise: log.noise,
      onStderr: log.stderr,
      onDropped: (bytes) => peer.failAll(messageTooLarge(bytes)),
    },
  });
  const peer = createMcpPeer(transport, {
    timeoutMs: config.timeoutMs,
    isPaused: () => options.pause.isPaused,
    answer: features.answer,
    onNotification: (method, params) => takeNotification(method, params, options),
    log: log.line,
  });
  const ending = watchEnd(transport, peer);
  const stop = (): void => void transport.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    signal.throwIfAborted();
    await transport.start();
    signal.throwIfAborted();
    const identity = await shakeHands(peer, options, signal);
    transport.setProtocolVersion?.(identity.protocolVersion);
    peer.notify('notifications/initialized');
    return createConnection(options, { transport, peer, ending, identity });
  } catch (error) {
    await transport.close();
    throw signal.reason instanceof SimseError ? signal.reason : toUnreachable(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

interface Opened {
  transport: ServerTransport;
  peer: RpcPeer;
  ending: Ending;
  identity: ServerIdentity;
}

function createConnection(
  { config, log, features, keepAliveTimes }: ConnectionOptions,
  { transport, peer, ending, identity }: Opened,
): McpConnection {
  const { capabilities } = identity;
  if (capabilities['logging'] !== undefined) {
    const params = { level: config.logLevel ?? DEFAULT_LOG_LEVEL };
    peer.request('logging/setLevel', params).catch((error: unknown) => log.line(messageOf(error)));
  }
  const end = async (error: SimseError): Promise<void> => {
    peer.close(error);
    ending.settle({ reason: error.message, error });
    await transport.close();
  };
  if (config.transport !== 'stdio') {
    const stop = keepAlive(peer, keepAliveTimes, (error) => void end(error));
    void ending.closed.then(stop);
  }
  return {
    pid: transport.pid,
    transport: transport.detectedAs ?? config.transport,
    identity,
    request: peer.request.bind(peer),
    notify: peer.notify.bind(peer),
    showPages: features.showPages,
    end,
    closed: ending.closed,
    [Symbol.asyncDispose]: () => end(new SimseError('mcp_failed', 'was stopped')),
  };
}

interface Ending {
  closed: Promise<ConnectionEnd>;
  /** The first of all ends counts. */
  settle(end: ConnectionEnd): void;
}

/** Settles what is in flight when the transport closes, and tells how that came. */
function watchEnd(transport: ServerTransport, peer: RpcPeer): Ending {
  let settle = (_end: ConnectionEnd): void => {};
  const closed = new Promise<ConnectionEnd>((resolve) => {
    settle = resolve;
  });
  transport.onclose = () => {
    const { closeError: error } = transport;
    const reason = transport.closeReason();
    // What is in flight when a session expires was taken by the server, and is not sent again.
    const isTold = error !== undefined && !isSessionExpired(error);
    peer.close(isTold ? error : new SimseError('mcp_failed', reason, { cause: error }));
    settle({ reason, ...(error === undefined ? {} : { error }) });
  };
  return { closed, settle: (end) => settle(end) };
}

/** Where a server's notifications go. A list is believed to have changed whether or not the server said that it tells so. */
function takeNotification(
  method: string,
  params: RpcParams,
  { events, features, log }: ConnectionOptions,
): void {
  const changed = changedCapability(method);
  if (changed !== undefined) return events.onListChanged(changed);
  switch (method) {
    case 'notifications/message':
      return log.message(params);
    case 'notifications/resources/updated':
      return typeof params['uri'] === 'string' ? events.onResourceUpdated(params['uri']) : undefined;
    case 'notifications/elicitation/complete':
      return features.completePage(params['elicitationId']);
    default:
      // Of a later protocol, or a server's own.
      return undefined;
  }
}
