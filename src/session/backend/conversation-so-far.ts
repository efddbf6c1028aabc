import { CONVERSATION_URI, type ContentBlock } from '../../core/content.ts';
import { type Entry, type SessionState, toldEntries } from '../../core/state/session-state.ts';

/** What a backend is given at most of a conversation it was not there for: the end of it. */
const MAX_CHARS = 24_000;
/** Of these for a summary of what was earlier. */
const MAX_SUMMARY_CHARS = 12_000;

/**
 * The conversation as context for a backend that does not know it, bounded, without the prompt that is about to be sent.
 * null when there is nothing to tell.
 */
export function conversationSoFar(state: Pick<SessionState, 'entries' | 'compaction'>): ContentBlock | null {
  const entries = toldEntries(state);
  const lastPrompt = entries.findLastIndex(({ kind }) => kind === 'prompt');
  const told = entries
    .slice(0, Math.max(0, lastPrompt))
    .map(toText)
    .filter((part) => part !== '')
    .join('\n\n');
  const summary = summaryOf(state.compaction?.summary);
  if (told === '' && summary === '') return null;
  return {
    type: 'resource',
    uri: CONVERSATION_URI,
    mimeType: 'text/markdown',
    text: `The conversation so far, with another agent or an earlier run of you:\n\n${summary}${endOf(told, MAX_CHARS - summary.length)}`,
  };
}

function summaryOf(summary: string | undefined): string {
  if (summary === undefined) return '';
  const isLong = summary.length > MAX_SUMMARY_CHARS;
  const kept = isLong ? `${whole(summary.slice(0, MAX_SUMMARY_CHARS))}\n[…]` : summary;
  return `A summary of what was earlier:\n\n${kept}\n\nWhat was said last:\n\n`;
}

function endOf(text: string, chars: number): string {
  return text.length <= chars ? text : `[…]\n${whole(text.slice(-chars))}`;
}

/** Without half a character where it was cut. */
function whole(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '');
}

function toText(entry: Entry): string {
  switch (entry.kind) {
    case 'prompt':
      return `User: ${entry.text}`;
    case 'message':
      return entry.role === 'thought' ? '' : `${entry.role === 'agent' ? 'Agent' : 'User'}: ${entry.text}`;
    case 'tool':
      return entry.call.byUser === true
        ? ''
        : `(${entry.call.title || entry.call.kind}: ${entry.call.status})`;
    case 'notice':
    case 'turn_end':
      return '';
  }
}
