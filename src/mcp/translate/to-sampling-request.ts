import { defined, numberOf, recordOf, recordsOf, textOf } from '../../core/json.ts';
import type { SamplingRequest } from '../../core/ports/mcp-host.ts';
import { toContentBlock } from './to-content.ts';

const MAX_MESSAGES = 500;
const MAX_STOP_SEQUENCES = 16;
const MAX_HINTS = 16;

/** The params of `sampling/createMessage`; null when there is nothing to answer, or no limit for the answer. */
export function toSamplingRequest(
  server: string,
  params: Readonly<Record<string, unknown>>,
): SamplingRequest | null {
  const messages = recordsOf(params['messages']).slice(-MAX_MESSAGES).map(toMessage);
  const maxTokens = numberOf(params['maxTokens']) ?? 0;
  if (messages.length === 0 || maxTokens < 1) return null;
  const { hints } = recordOf(params['modelPreferences']);
  return defined({
    server,
    messages,
    systemPrompt: textOf(params['systemPrompt']),
    maxTokens: Math.floor(maxTokens),
    temperature: numberOf(params['temperature']),
    stopSequences: stopSequences(params['stopSequences']),
    modelHints: recordsOf(hints)
      .flatMap(({ name }) => textOf(name) ?? [])
      .slice(0, MAX_HINTS),
  });
}

/** Content is one block up to 2025-06-18, and may be a list of them since. */
function toMessage({ role, content }: Record<string, unknown>): SamplingRequest['messages'][number] {
  const blocks = Array.isArray(content) ? content : [content];
  return { role: role === 'assistant' ? 'assistant' : 'user', content: blocks.map(toContentBlock) };
}

function stopSequences(list: unknown): string[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.filter((item): item is string => typeof item === 'string').slice(0, MAX_STOP_SEQUENCES);
}
