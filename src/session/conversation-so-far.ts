import { type ContentBlock, CONVERSATION_URI } from '../core/content.ts';
import type { Entry } from '../core/session-state.ts';

/** What a backend is given at most of a conversation it was not there for: the end of it. */
const MAX_CHARS = 24_000;

/**
 * The conversation as context for a backend that does not know it, bounded, without the prompt that is about to be sent.
 * null when there is nothing to tell.
 */
export function conversationSoFar(entries: readonly Entry[]): ContentBlock | null {
  const lastPrompt = entries.findLastIndex(({ kind }) => kind === 'prompt');
  const text = entries
    .slice(0, Math.max(0, lastPrompt))
    .map(toText)
    .filter((part) => part !== '')
    .join('\n\n');
  if (text === '') return null;
  const kept = text.length <= MAX_CHARS ? text : `[…]\n${text.slice(-MAX_CHARS)}`;
  return {
    type: 'resource',
    uri: CONVERSATION_URI,
    mimeType: 'text/markdown',
    text: `The conversation so far, with another agent or an earlier run of you:\n\n${kept}`,
  };
}

function toText(entry: Entry): string {
  switch (entry.kind) {
    case 'prompt':
      return `User: ${entry.text}`;
    case 'message':
      return entry.role === 'thought' ? '' : `${entry.role === 'agent' ? 'Agent' : 'User'}: ${entry.text}`;
    case 'tool':
      return `(${entry.call.title || entry.call.kind}: ${entry.call.status})`;
    case 'notice':
    case 'turn_end':
      return '';
  }
}
