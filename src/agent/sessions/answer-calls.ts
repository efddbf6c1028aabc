import type { ToolModelMessage } from 'ai';
import type { Message } from '../model/model.ts';

type ResultPart = Extract<ToolModelMessage['content'][number], { type: 'tool-result' }>;

const UNKNOWN = 'Nobody knows what became of this: the session ended in the middle of it.';

/**
 * The messages with an answer to every call, which models insist on: a process that died, or a fork that was made while a turn
 * ran, leaves some without.
 */
export function answerCalls(messages: readonly Message[]): Message[] {
  return messages.flatMap((message, index): Message[] => {
    if (message.role === 'tool') return messages[index - 1]?.role === 'assistant' ? [message] : [];
    const next = messages[index + 1];
    const answered = next?.role === 'tool' ? next.content : [];
    const known = new Set(answered.map((part) => (part.type === 'tool-result' ? part.toolCallId : '')));
    const missing = callsOf(message).filter(({ toolCallId }) => !known.has(toolCallId));
    return missing.length === 0 ? [message] : [message, { role: 'tool', content: missing }];
  });
}

/** The answers that are due to a message. */
function callsOf(message: Message): ResultPart[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [];
  return message.content.flatMap((part) =>
    part.type === 'tool-call'
      ? [
          {
            type: 'tool-result',
            toolCallId: part.toolCallId,
            toolName: part.toolName,
            output: { type: 'text', value: UNKNOWN },
          },
        ]
      : [],
  );
}
