import type { SamplingRequest } from '../../core/ports/mcp-host.ts';
import { defined } from '../../core/json.ts';
import { toWireBlock } from './to-wire-content.ts';

type Sampling = Omit<SamplingRequest, 'server' | 'modelHints'> & Partial<Pick<SamplingRequest, 'modelHints'>>;

/** The params of `sampling/createMessage`, with one block for each message, as all versions of the protocol have it. */
export function toWireSampling({ messages, modelHints = [], ...rest }: Sampling): object {
  const { systemPrompt, maxTokens, temperature, stopSequences } = rest;
  const hints = modelHints.map((name) => ({ name }));
  return defined({
    messages: messages.flatMap(({ role, content }) =>
      content.map((block) => ({ role, content: toWireBlock(block) })),
    ),
    maxTokens,
    systemPrompt,
    temperature,
    stopSequences,
    modelPreferences: hints.length === 0 ? undefined : { hints },
  });
}
