import type { IncomingMessage } from 'node:http';
import { type RawData, WebSocket } from 'ws';
import type { RemoteServerConfig } from '../../config/mcp-server-config.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { MESSAGE_LIMIT_BYTES } from '../../core/rpc/message-bounds.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { webSocketRoute } from '../../platform/http/route-to.ts';
import { deliverText } from './deliver-messages.ts';
import { readErrorResponse, statusFailure, wrongTransport } from './http-response.ts';
import { toNetworkFailure } from './send-once.ts';
import {
  type RemoteAccess,
  type ServerTransport,
  TransportFailure,
  type TransportNotes,
} from './server-transport.ts';

const UPGRADE_REQUIRED = 426;
/** RFC 6455, section 7.4.1, and the registry of its codes. */
const CLOSE_CODES: ReadonlyMap<number, string> = new Map([
  [1001, 'going away'],
  [1002, 'protocol error'],
  [1003, 'unsupported data'],
  [1007, 'invalid data'],
  [1008, 'policy violation'],
  [1009, 'message too big'],
  [1010, 'extension missing'],
  [1011, 'internal error'],
  [1012, 'service restart'],
  [1013, 'try again later'],
  [1014, 'bad gateway'],
  [3000, 'unauthorized'],
  [3003, 'forbidden'],
  [3008, 'timeout'],
]);

const LOST = 1006;
const MEANINGLESS = new Set([1000, 1005]);
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
      watchHealth(opening, healthMs, () => (fault = `did not respond for ${healthMs / 1000} s`));
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

/**
 * Resolves once the connection stands. Rejects with a SimseError that says why it does not; nothing is left of it then.
 * `server` is its name in the config.
 */
function whenOpen(socket: WebSocket, server: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => {
      void refusal(response, server)
        .then(reject)
        .finally(() => socket.terminate());
    });
    socket.once('upgrade', ({ headers }) => {
      if (headers['sec-websocket-protocol'] !== undefined) return;
      reject(wrongTransport('does not speak MCP over its WebSocket: it did not accept the subprotocol mcp'));
    });
    socket.once('error', (error) => reject(toFailure(error, new URL(socket.url))));
  });
}

/** What an answer to the handshake means that is no WebSocket. Its body says nothing more than its head. */
async function refusal(
  { statusCode: status = 0, statusMessage: statusText = '', headers }: IncomingMessage,
  server: string,
): Promise<SimseError> {
  const answer = cleanLine(`${status} ${statusText}`);
  if (status >= 300 && status < 400) return redirected(headers.location ?? '');
  if (status < 400 || status === UPGRADE_REQUIRED) {
    return wrongTransport(`answered the handshake with ${answer}`, 'http');
  }
  const retryAfter = headers['retry-after'];
  const wish = retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } };
  const response = new Response(null, { status, statusText: cleanLine(statusText), ...wish });
  const asked = { server, what: 'the handshake', isHandshake: true, hasSession: false };
  return statusFailure(await readErrorResponse(response), asked);
}

/** They are not followed: the handshake carries the user's credentials. */
function redirected(location: string): SimseError {
  const target = URL.canParse(location) ? new URL(location) : null;
  const address =
    target === null ? 'another address' : cleanLine(`${target.protocol}//${target.host}${target.pathname}`);
  return new SimseError('config', `redirects to ${address}`, {
    hint: 'If the server has moved there, set it as "url" in mcp.json.',
  });
}

function toFailure(error: Error, url: URL): SimseError {
  const failure = toNetworkFailure(error, url);
  if (failure instanceof SimseError) return failure;
  return new TransportFailure('unreachable', `cannot be reached: ${messageOf(error)} (${url.host})`, {
    cause: error,
  });
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

/** Asks for a sign of life every `healthMs`, and ends the connection of a peer that has given none since. */
function watchHealth(socket: WebSocket, healthMs: number, onDead: () => void): void {
  let isAlive = true;
  const hear = (): void => void (isAlive = true);
  for (const sign of ['message', 'ping', 'pong']) socket.on(sign, hear);
  const timer = setInterval(() => {
    if (!isAlive) {
      onDead();
      socket.terminate();
    }
    isAlive = false;
    if (socket.readyState === socket.OPEN) socket.ping();
  }, healthMs).unref();
  socket.once('close', () => clearInterval(timer));
}

/** How the other side ended the connection, in words. `reason` is its own. */
function describeClose(code: number, reason: string): string {
  if (code === LOST) return 'dropped the connection';
  const words = cleanLine(reason);
  const name = CLOSE_CODES.get(code);
  const numbered = name === undefined ? `${code}` : `${code} ${name}`;
  const closing = MEANINGLESS.has(code) ? 'closed the connection' : `closed the connection (${numbered})`;
  return words === '' ? closing : `${closing}: ${words}`;
}

/** What went wrong on this side's end of the connection, in words. */
function describeFault(error: NodeJS.ErrnoException): string {
  if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
    return `sent a message of over ${Math.round(MESSAGE_LIMIT_BYTES / 1024 / 1024)} MB, which ended the connection`;
  }
  if (error.code?.startsWith('WS_ERR_'))
    return `sent something that is not a WebSocket message: ${messageOf(error)}`;
  return `dropped the connection: ${messageOf(error)}`;
}
