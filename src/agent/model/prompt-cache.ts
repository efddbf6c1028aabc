import type { SystemModelMessage } from 'ai';
import type { Message } from './model.ts';
import type { Provider } from './provider.ts';

const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' as const } } };

/** What a model is told first, with its tools before it, marked to be kept by the one provider that has to be told. */
export function cachedSystem({ kind }: Provider, system: string): string | SystemModelMessage {
  return kind === 'anthropic' ? { role: 'system', content: system, providerOptions: CACHED } : system;
}

/**
 * The messages with what is to be kept marked: all up to the newest, so that the next question pays for what is new only, and
 * all up to where the last question ended, which is looked for only a few calls back from a mark.
 */
export function markForCache({ kind }: Provider, messages: readonly Message[]): Message[] {
  if (kind !== 'anthropic') return [...messages];
  const answered = messages.findLastIndex(({ role }) => role === 'assistant');
  const marked = new Set([messages.length - 1, answered - 1]);
  return messages.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: CACHED } : message,
  );
}
