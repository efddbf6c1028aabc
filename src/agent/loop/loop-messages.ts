import type { Message } from '../model/model.ts';
import { messageText, messageTexts } from './message-size.ts';

/** What the loop itself says to a model in the user's name. */
export const GO_ON =
  'Your answer was cut off by a broken connection. Go on exactly where it stops; repeat nothing.';

const SUMMARISED = 'The conversation so far, summarised:';
const ASKED_LAST = 'What the user asked for last:';

/** The message that stands for a conversation: its summary, and what the user wants, in their own words. */
export function openingMessage(summary: string, request: string | null): Message {
  const asked = request === null ? [] : [`${ASKED_LAST}\n\n${request}`];
  const texts = [`${SUMMARISED}\n\n${summary}`, ...asked];
  return { role: 'user', content: texts.map((text) => ({ type: 'text', text })) };
}

/** What the user asked for last; null where nobody did. What the loop said is no request, but for what an opening repeats. */
export function lastRequest(messages: readonly Message[]): string | null {
  const last = messages.findLast((message) => message.role === 'user' && message.content !== GO_ON);
  if (last === undefined) return null;
  const [first = '', ...others] = messageTexts(last);
  if (!first.startsWith(SUMMARISED)) return messageText(last);
  return others[0]?.slice(ASKED_LAST.length).trim() ?? null;
}
