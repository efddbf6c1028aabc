import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { messageOf, SimseError } from '../../core/errors.ts';
import { cleanLine } from '../../core/text/clean-text.ts';
import { readErrorResponse, statusFailure, wrongTransport } from './http-response.ts';
import { toNetworkFailure } from './send-once.ts';
import { TransportFailure } from './server-transport.ts';

const UPGRADE_REQUIRED = 426;

/**
 * Resolves once the connection stands. Rejects with a SimseError that says why it does not; nothing is left of it then.
 * `server` is its name in the config.
 */
export function whenOpen(socket: WebSocket, server: string): Promise<void> {
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
