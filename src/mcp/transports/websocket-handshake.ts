import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { cleanLine } from '../../core/clean-text.ts';
import { messageOf, SimseError } from '../../core/errors.ts';
import { TransportFailure } from './transport-failure.ts';

/** Resolves once the connection stands. Rejects with a SimseError that says why it does not; nothing is left of it then. */
export function whenOpen(socket: WebSocket, server: string): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_request, response) => {
      reject(refusal(response, server));
      socket.terminate();
    });
    socket.once('upgrade', ({ headers }) => {
      if (headers['sec-websocket-protocol'] !== undefined) return;
      reject(new TransportFailure('wrong_transport', 'does not speak MCP over WebSocket (subprotocol mcp)'));
    });
    socket.once('error', (error) => {
      reject(new TransportFailure('unreachable', `cannot be reached: ${messageOf(error)}`, { cause: error }));
    });
  });
}

/** What an answer to the handshake that is no WebSocket means. */
function refusal({ statusCode = 0, statusMessage, headers }: IncomingMessage, server: string): SimseError {
  const answer = cleanLine(`${statusCode} ${statusMessage ?? ''}`);
  if (statusCode === 401 || statusCode === 403) {
    return new SimseError('auth_required', `wants a login: it answered ${answer}`, {
      hint: `Set "auth" or "headers" of the server in mcp.json, or run \`simse mcp login ${server}\`.`,
    });
  }
  if (statusCode >= 300 && statusCode < 400) {
    const target = cleanLine(headers.location ?? 'nowhere');
    return new TransportFailure('wrong_transport', `redirects to ${target}, which is not followed`, {
      hint: 'Write the address that it redirects to in mcp.json.',
    });
  }
  if (statusCode === 429 || statusCode >= 500) {
    const seconds = Number(headers['retry-after']);
    const wish = seconds > 0 ? { retryAfterMs: seconds * 1000 } : {};
    return new TransportFailure('busy', `refused the connection: ${answer}`, wish);
  }
  return new TransportFailure('wrong_transport', `has no WebSocket at this address: it answered ${answer}`);
}
