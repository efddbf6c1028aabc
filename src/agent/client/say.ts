import type { SessionClient } from './session-client.ts';

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

/** What is not part of the answer: the model's thoughts, and what happens to the question on its way. */
export async function sayThought(client: SessionClient, text: string): Promise<void> {
  await client.update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text } });
}
