import { blocksToText, type ContentBlock } from '../../core/content.ts';
import { SimseError } from '../../core/errors.ts';
import type { Gatekeeper } from '../../core/ports/gatekeeper.ts';
import type { SamplingRequest } from '../../core/ports/mcp-host.ts';

const TASK = 'Write the next message of the conversation below.';
const MANNER = 'Answer with that message alone: without a preamble, without tools and without asking back.';
const SPEAKERS: Readonly<Record<SamplingRequest['messages'][number]['role'], string>> = {
  user: 'User:',
  assistant: 'Assistant:',
};

/** What a server wants answered, as the user is shown it before it is sent: all of it. */
function describeSampling({ systemPrompt, messages }: SamplingRequest): string {
  const system = systemPrompt === undefined ? [] : [`System: ${systemPrompt}`];
  const said = messages.map(({ role, content }) => `${SPEAKERS[role]} ${blocksToText(content)}`);
  return [...system, ...said].join('\n\n');
}

/**
 * The same as a prompt. Agents take a prompt of the user and nothing else: instructions, roles and how long the answer may
 * be are handed over in words.
 */
export function samplingBlocks({ systemPrompt, messages, maxTokens }: SamplingRequest): ContentBlock[] {
  const task = `${TASK} ${MANNER} Use at most about ${maxTokens} tokens.`;
  const system = systemPrompt === undefined ? [] : [textBlock(`Instructions:\n${systemPrompt}`)];
  const said = messages.flatMap(({ role, content }) => [textBlock(SPEAKERS[role]), ...content]);
  return joinTexts([textBlock(task), ...system, ...said]);
}

function textBlock(text: string): ContentBlock {
  return { type: 'text', text };
}

/** Texts in a row as one, since some agents take the first block alone for the prompt. */
function joinTexts(blocks: readonly ContentBlock[]): ContentBlock[] {
  return blocks.reduce<ContentBlock[]>((joined, block) => {
    const last = joined.at(-1);
    if (last?.type !== 'text' || block.type !== 'text') return [...joined, block];
    return [...joined.slice(0, -1), textBlock(`${last.text}\n\n${block.text}`)];
  }, []);
}

const MAX_REQUEST_CHARS = 100_000;

/** Asks the gate whether a server may ask the model this. Rejects with SimseError('denied'), or ('limit') for what is too long. */
export async function authorizeSampling(
  gate: Gatekeeper,
  request: SamplingRequest,
  signal: AbortSignal,
): Promise<void> {
  const { server } = request;
  const prompt = describeSampling(request);
  if (prompt.length > MAX_REQUEST_CHARS)
    throw new SimseError('limit', `what ${server} asks of the model is too long to be shown`);
  const verdict = await gate.authorize({ kind: 'sampling', server, prompt }, { askedBy: server, signal });
  if (!verdict.allowed) throw new SimseError('denied', `${server} may not ask the model: ${verdict.reason}`);
}
