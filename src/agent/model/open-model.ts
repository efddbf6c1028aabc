import { SimseError } from '../../core/errors.ts';
import { fitPictures } from './fit-pictures.ts';
import type { Model, ModelInfo, ModelPart, ModelRequest } from './model.ts';
import type { Provider } from './provider.ts';
import { providerFetch } from './provider-fetch.ts';
import { markForCache, reasoningOptions, withThoughts } from './provider-options.ts';

/** A model of a provider. The AI SDK and the provider's part of it are loaded with the first question. */
export function openModel(provider: Provider, info: ModelInfo): Model {
  return {
    info,
    async *stream(request: ModelRequest): AsyncIterable<ModelPart> {
      const { streamAnswer } = await import('./stream-answer.ts');
      const name = modelName(provider, info);
      const model = await languageModel(provider, name);
      const effort = info.canReason ? request.effort : null;
      yield* streamAnswer(model, {
        ...request,
        messages: markForCache(provider, fitPictures(request.messages, provider, info.takesImages)),
        provider,
        maxOutput: withThoughts(maxOutputOf(provider, name, info), provider, name, effort),
        options: reasoningOptions(provider, name, effort),
      });
    },
  };
}

/**
 * Anthropic has to be told; what every one of its models can is told where nobody knows. With the others it does harm: some
 * set aside, or want to be paid for, what is not used. So OpenAI's formats are told what the user says, and nothing else.
 */
function maxOutputOf({ kind, models }: Provider, name: string, { maxOutput }: ModelInfo): number | null {
  switch (kind) {
    case 'anthropic':
      return maxOutput ?? 32_000;
    case 'google':
      return maxOutput;
    case 'openai':
    case 'openai-responses':
      return models.find(({ id }) => id === name)?.maxOutput ?? null;
  }
}

function modelName({ name }: Provider, { id }: ModelInfo): string {
  if (!id.startsWith(`${name}/`)) throw new SimseError('not_found', `${id} is no model of ${name}`);
  return id.slice(name.length + 1);
}

async function languageModel({ kind, name, baseUrl, apiKey, headers }: Provider, model: string) {
  const settings = { baseURL: baseUrl, headers, fetch: providerFetch };
  // Without one the libraries would look for a key in variables of their own.
  const withKey = { ...settings, apiKey: apiKey ?? '' };
  switch (kind) {
    case 'openai': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const named = { ...settings, name, includeUsage: true };
      return createOpenAICompatible(apiKey === null ? named : { ...named, apiKey }).chatModel(model);
    }
    case 'openai-responses': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI(withKey).responses(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic(withKey)(model);
    }
    case 'google': {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      return createGoogleGenerativeAI(withKey)(model);
    }
  }
}
