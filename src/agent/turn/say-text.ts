import type { SessionClient } from '../client/session-client.ts';

const CHUNK_CHARS = 16 * 1024;

/** Streams text to the user in pieces that never cut a character in two. */
export async function sayText(client: SessionClient, text: string): Promise<void> {
  for (let start = 0; start < text.length; ) {
    const end = characterEnd(text, start + CHUNK_CHARS);
    const content = { type: 'text' as const, text: text.slice(start, end) };
    await client.update({ sessionUpdate: 'agent_message_chunk', content });
    start = end;
  }
}

/** The index itself, or the next one when it lies between the halves of a surrogate pair. */
function characterEnd(text: string, index: number): number {
  const isInside = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(index - 1, index + 1));
  return isInside ? index + 1 : index;
}
