import type { WebSocket } from 'ws';
import { cleanLine } from '../../core/text/clean-text.ts';
import { messageOf } from '../../core/errors.ts';
import { MESSAGE_LIMIT_BYTES } from '../../core/rpc/message-bounds.ts';

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

/** How the other side ended the connection, in words. `reason` is its own. */
export function describeClose(code: number, reason: string): string {
  if (code === LOST) return 'broke off the connection';
  const words = cleanLine(reason);
  const name = CLOSE_CODES.get(code);
  const numbered = name === undefined ? `${code}` : `${code} ${name}`;
  const closing = MEANINGLESS.has(code) ? 'closed the connection' : `closed the connection (${numbered})`;
  return words === '' ? closing : `${closing}: ${words}`;
}

/** What went wrong on this side's end of the connection, in words. */
export function describeFault(error: NodeJS.ErrnoException): string {
  if (error.code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH') {
    return `sent a message of over ${Math.round(MESSAGE_LIMIT_BYTES / 1024 / 1024)} MB, which ended the connection`;
  }
  if (error.code?.startsWith('WS_ERR_')) return `sent what is no WebSocket message: ${messageOf(error)}`;
  return `broke off the connection: ${messageOf(error)}`;
}

/** Asks for a sign of life every `healthMs`, and ends the connection of a peer that has given none since. */
export function watchHealth(socket: WebSocket, healthMs: number, onDead: () => void): void {
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
