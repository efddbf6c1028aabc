import { type RawData, WebSocket } from 'ws';
import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { webSocketRoute } from '../../platform/http/route-to.ts';
import { deliverText } from './deliver-text.ts';
import { MESSAGE_LIMIT_BYTES } from '../../core/rpc/message-bounds.ts';
import { toNetworkFailure } from './network-failure.ts';
import type { RemoteAccess } from './remote-access.ts';
import type { ServerTransport, TransportNotes } from './server-transport.ts';
import { describeClose, describeFault, watchHealth } from './websocket-ending.ts';
import { whenOpen } from './websocket-handshake.ts';

const SUBPROTOCOL = 'mcp';
/** How often the server is asked for a sign of life; one that gives none in that time is gone. */
const HEALTH_MS = 30_000;
/** How long the server may take to agree to the end. */
const CLOSE_GRACE_MS = 1000;

/**
 * A server behind a WebSocket, one JSON message per text message. A message over the limit ends the connection: there is
 * no way to skip the rest of it.
 */
export function createWebSocketTransport(
  config: RemoteServerConfig,
  access: RemoteAccess,
  notes: TransportNotes,
  healthMs = HEALTH_MS,
): ServerTransport {
  const stopping = new AbortController();
  let socket: WebSocket | undefined;
  let reason = 'is not connected';

  const adopt = (opening: WebSocket): void => {
    let fault: string | null = null;
    socket = opening;
    opening.on('message', (data) =>
      deliverText(toText(data), notes, (message) => transport.onmessage?.(message)),
    );
    opening.on('error', (error) => (fault ??= describeFault(error)));
    opening.once('close', (code, words) => {
      reason = stopping.signal.aborted ? 'was stopped' : (fault ?? describeClose(code, words.toString()));
      transport.onclose?.();
    });
    opening.once('open', () => {
      watchHealth(opening, healthMs, () => (fault = `gave no sign of life for ${healthMs / 1000} s`));
    });
  };

  const transport: ServerTransport = {
    closeReason: () => reason,
    async start() {
      const headers = await access.headers(stopping.signal);
      stopping.signal.throwIfAborted();
      const opening = connect(config, headers, stopping.signal);
      adopt(opening);
      await whenOpen(opening, config.name).catch((error: unknown) => {
        stopping.signal.throwIfAborted();
        throw error;
      });
    },
    async send(message) {
      const open = socket;
      if (open?.readyState !== WebSocket.OPEN) throw new SimseError('mcp_failed', reason);
      // Whoever waits for an answer of a server that is gone learns of it by `onclose`.
      await new Promise<void>((resolve) => open.send(JSON.stringify(message), () => resolve()));
    },
    async close() {
      stopping.abort(new SimseError('cancelled', 'was stopped'));
      if (socket !== undefined) await end(socket);
    },
  };
  return transport;
}

/** Redirects are not followed: the handshake carries the user's credentials. */
function connect(
  config: RemoteServerConfig,
  headers: Record<string, string>,
  signal: AbortSignal,
): WebSocket {
  const route = routeOf(config.url, signal);
  try {
    return new WebSocket(config.url, SUBPROTOCOL, {
      ...route,
      headers,
      maxPayload: MESSAGE_LIMIT_BYTES,
      followRedirects: false,
      handshakeTimeout: config.startupTimeoutMs,
    });
  } catch (error) {
    throw new SimseError('config', `has a url or headers that cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function routeOf(url: string, signal: AbortSignal): ReturnType<typeof webSocketRoute> {
  if (!URL.canParse(url)) return {};
  try {
    return webSocketRoute(new URL(url), signal);
  } catch (error) {
    throw toNetworkFailure(error, new URL(url));
  }
}

async function end(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return;
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const timer = setTimeout(() => socket.terminate(), CLOSE_GRACE_MS);
  socket.close(1000);
  await closed;
  clearTimeout(timer);
}

/** Every message comes in one Buffer unless another `binaryType` is set. */
function toText(data: RawData): string {
  return (data as Buffer).toString();
}
