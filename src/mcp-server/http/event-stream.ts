import type { ServerResponse } from 'node:http';
import { EVENT_STREAM } from '../../mcp/protocol/http-names.ts';

/** Often enough that no proxy takes the stream for dead. */
const KEEP_ALIVE_MS = 15_000;
/** A client that is told more than it reads is let go, so that it does not fill the memory. */
const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

export interface StreamEvent {
  event: string;
  /** One line. */
  data: string;
  id?: string;
  /** How long after a break the client shall come back. */
  retryMs?: number;
}

/** A standing stream of events to one client. */
export interface ResponseStream {
  /** Does nothing once the client has gone. */
  send(event: StreamEvent): void;
  end(): void;
}

/** Answers a request with a stream. `onEnd` is called once: when the client has gone, or the stream is ended. */
export function openResponseStream(response: ServerResponse, onEnd: () => void): ResponseStream {
  let hasEnded = false;
  const write = (text: string): void => {
    if (hasEnded || response.destroyed) return;
    response.write(text);
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  };
  const beat = setInterval(() => write(': keep-alive\n\n'), KEEP_ALIVE_MS).unref();
  const finish = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    clearInterval(beat);
    response.end();
    onEnd();
  };
  response.once('close', finish);
  response.writeHead(200, {
    'content-type': `${EVENT_STREAM}; charset=utf-8`,
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  return { send: (event) => write(formatEvent(event)), end: finish };
}

function formatEvent({ event, data, id, retryMs }: StreamEvent): string {
  const lines = [`event: ${event}`, `data: ${data}`];
  if (id !== undefined) lines.push(`id: ${id}`);
  if (retryMs !== undefined) lines.push(`retry: ${retryMs}`);
  return `${lines.join('\n')}\n\n`;
}
