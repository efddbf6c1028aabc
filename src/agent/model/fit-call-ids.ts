import { createHash } from 'node:crypto';
import type { Message } from './model.ts';
import type { Provider } from './provider.ts';
import { isMistral } from './provider-manners.ts';

interface IdRule {
  accepted: RegExp;
  /** Of a stand-in. */
  chars: number;
}

const MISTRAL: IdRule = { accepted: /^[A-Za-z0-9]{9}$/, chars: 9 };
const ANTHROPIC: IdRule = { accepted: /^[\w-]{1,128}$/, chars: 24 };
const OPENAI: IdRule = { accepted: /^.{1,64}$/, chars: 24 };

/** The messages with ids of calls that a provider takes: those of another one, from before `/model`, may be none there. */
export function fitCallIds(messages: readonly Message[], provider: Provider, model: string): Message[] {
  const rule = ruleOf(provider, model);
  return messages.map((message) => {
    if (message.role === 'assistant' && typeof message.content !== 'string') {
      const content = message.content.map((part) =>
        part.type === 'tool-call' ? { ...part, toolCallId: fitId(part.toolCallId, rule) } : part,
      );
      return { ...message, content };
    }
    if (message.role !== 'tool') return message;
    const content = message.content.map((part) =>
      part.type === 'tool-result' ? { ...part, toolCallId: fitId(part.toolCallId, rule) } : part,
    );
    return { ...message, content };
  });
}

function ruleOf(provider: Provider, model: string): IdRule {
  if (provider.kind === 'anthropic') return ANTHROPIC;
  return isMistral(provider, model) ? MISTRAL : OPENAI;
}

/** The same stand-in for the same id, so that calls and their answers stay together. */
function fitId(id: string, { accepted, chars }: IdRule): string {
  return accepted.test(id) ? id : createHash('sha256').update(id).digest('hex').slice(0, chars);
}
