import { MESSAGE_LIMIT_BYTES, messageTooLarge } from '../../core/rpc/message-bounds.ts';

const MAX_DISCARDED_BYTES = 64 * 1024;

/** The whole text of an answer; rejects with `limit` for one over the limit, and as the body does when it breaks. */
export async function readText(response: Response, limitBytes = MESSAGE_LIMIT_BYTES): Promise<string> {
  const length = Number(response.headers.get('content-length'));
  if (length > limitBytes) {
    await response.body?.cancel();
    throw messageTooLarge(length);
  }
  // A length that was given bounds what is read.
  if (length > 0) return response.text();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > limitBytes) throw messageTooLarge(bytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Reads past a body that means nothing, so that its connection can be used again. Never rejects. */
export async function discard({ body }: Response): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > MAX_DISCARDED_BYTES) break;
    }
  } catch {
    // It broke off, which is as good as read.
  }
}
