import { SimseError } from '../../core/errors.ts';
import type { Model, ModelInfo, ModelPart, ModelRequest } from './model.ts';
import type { Provider } from './provider.ts';
import { markForCache, reasoningOptions, withThoughts } from './provider-options.ts';

/** A model of a provider. The AI SDK and the provider's part of it are loaded with the first question. */
export function openModel(provider: Provider, info: ModelInfo): Model {
  return {
    info,
    async *stream(request: ModelRequest): AsyncIterable<ModelPart> {
      const { streamAnswer } = await import('./stream-answer.ts');
      const model = await languageModel(provider, modelName(provider, info));
      const effort = info.canReason ? request.effort : 'off';
      yield* streamAnswer(model, {
        ...request,
        messages: markForCache(provider, request.messages),
        maxOutput: withThoughts(maxOutputOf(provider, info), provider, effort),
        options: reasoningOptions(provider, effort),
      });
    },
  };
}

/** Only Anthropic has to be told; what every one of its models can is told where nobody knows. */
function maxOutputOf({ kind }: Provider, { maxOutput }: ModelInfo): number | null {
  return maxOutput ?? (kind === 'anthropic' ? 8192 : null);
}

function modelName({ name }: Provider, { id }: ModelInfo): string {
  if (!id.startsWith(`${name}/`)) throw new SimseError('not_found', `${id} is no model of ${name}`);
  return id.slice(name.length + 1);
}

async function languageModel({ kind, name, baseUrl, apiKey }: Provider, model: string) {
  const key = apiKey ?? '';
  switch (kind) {
    case 'openai': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const settings = { name, baseURL: baseUrl, includeUsage: true };
      return createOpenAICompatible(apiKey === null ? settings : { ...settings, apiKey }).chatModel(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL: baseUrl, apiKey: key })(model);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI({ baseURL: baseUrl, apiKey: key })(model);
    }
  }
}
