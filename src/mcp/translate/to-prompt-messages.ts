import { isRecord } from '../../core/json.ts';
import type { McpPromptMessage } from '../../core/ports/mcp-offers.ts';
import { toContentBlock } from './to-content-block.ts';

const MAX_MESSAGES = 500;

/** The messages of a prompts/get result, a text where a server has it in place of a block; null when there is no list. */
export function toPromptMessages(answer: unknown): McpPromptMessage[] | null {
  if (!isRecord(answer) || !Array.isArray(answer['messages'])) return null;
  return answer['messages']
    .filter(isRecord)
    .slice(0, MAX_MESSAGES)
    .map(({ role, content }) => ({
      role: role === 'assistant' ? 'assistant' : 'user',
      content: typeof content === 'string' ? { type: 'text', text: content } : toContentBlock(content),
    }));
}
