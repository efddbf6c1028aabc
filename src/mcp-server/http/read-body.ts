import type { IncomingMessage } from 'node:http';

export const BODY_LIMIT_BYTES = 4 * 1024 * 1024;

/**
 * The body of a request as text, or null for one over the limit. Such a one is read to its end all the same, without keeping
 * it: who is cut off while sending never gets to read why. Rejects when the client goes away in the middle.
 */
export async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= BODY_LIMIT_BYTES) chunks.push(chunk);
  }
  return size <= BODY_LIMIT_BYTES ? Buffer.concat(chunks).toString('utf8') : null;
}
