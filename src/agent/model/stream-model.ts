import {
  type AssistantModelMessage,
  type FinishReason,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  type SystemModelMessage,
  streamText,
  type ToolSet,
  tool,
} from 'ai';
import { messageOf } from '../../core/errors.ts';
import {
  type AnswerEnd,
  ModelError,
  type ModelPart,
  type ModelRequest,
  type TokenUsage,
  type ToolSpec,
} from './model.ts';
import type { Provider } from './provider.ts';
import type { ProviderOptions } from './provider-options.ts';
import { toModelError } from './to-model-error.ts';

// The library writes its warnings to stdout, which is the protocol's.
globalThis.AI_SDK_LOG_WARNINGS = false;

/** A question with what only its provider understands. */
export interface ProviderRequest extends Omit<ModelRequest, 'effort' | 'system'> {
  provider: Provider;
  system: string | SystemModelMessage;
  /** Tokens. */
  maxOutput: number | null;
  options: ProviderOptions;
}

/** One question to a model through the AI SDK, without its own retries and without running any tool. */
export async function* streamModel(
  model: LanguageModel,
  { system, messages, tools, signal, provider, maxOutput, options }: ProviderRequest,
): AsyncIterable<ModelPart> {
  const result = streamText({
    model,
    system,
    messages: [...messages],
    tools: toolSet(tools),
    ...(maxOutput === null ? {} : { maxOutputTokens: maxOutput }),
    providerOptions: options,
    maxRetries: 0,
    abortSignal: signal,
    onError() {
      // It comes as a part as well; without this the library writes it to stderr.
    },
  });
  let hasEnded = false;
  let hasThought = false;
  try {
    for await (const part of result.fullStream) {
      switch (part.type) {
        case 'text-delta':
          yield { type: 'text', text: part.text };
          break;
        case 'reasoning-start':
          // Thoughts that begin anew are a paragraph of their own.
          if (hasThought) yield { type: 'reasoning', text: '\n\n' };
          hasThought = true;
          break;
        case 'reasoning-delta':
          yield { type: 'reasoning', text: part.text };
          break;
        case 'tool-call': {
          const { toolCallId: id, toolName, input } = part;
          const problem = 'invalid' in part && part.invalid === true ? messageOf(part.error) : undefined;
          const call = { id, tool: toolName, args: input as unknown };
          yield { type: 'tool_call', call: problem === undefined ? call : { ...call, problem } };
          break;
        }
        case 'error':
          throw part.error;
        case 'finish-step':
          hasEnded = part.finishReason !== 'error';
          break;
        default:
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toModelError(error, provider);
  }
  signal.throwIfAborted();
  if (!hasEnded) throw new ModelError('dropped', 'the model stopped in the middle of its answer');
  yield {
    type: 'end',
    reason: endOf(await result.finishReason),
    usage: usageOf(await result.usage),
    message: assistantMessage((await result.response).messages),
  };
}

function toolSet(tools: readonly ToolSpec[]): ToolSet {
  return Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
}

function assistantMessage(messages: readonly { role: string; content: unknown }[]): AssistantModelMessage {
  const found = messages.find(({ role }) => role === 'assistant');
  return (found as AssistantModelMessage | undefined) ?? { role: 'assistant', content: [] };
}

function endOf(reason: FinishReason): AnswerEnd {
  switch (reason) {
    case 'stop':
      return 'stop';
    case 'tool-calls':
      return 'tool_calls';
    case 'length':
      return 'length';
    case 'content-filter':
      return 'refusal';
    default:
      return 'other';
  }
}

function usageOf({ inputTokens = 0, outputTokens = 0, inputTokenDetails }: LanguageModelUsage): TokenUsage {
  const { cacheReadTokens = 0, cacheWriteTokens = 0 } = inputTokenDetails;
  return {
    input: inputTokens,
    output: outputTokens,
    cacheRead: cacheReadTokens,
    cacheWrite: cacheWriteTokens,
  };
}
