import { SimseError } from '../../core/errors.ts';
import { fitMessages } from './fit-messages.ts';
import type { Model, ModelInfo, ModelPart, ModelRequest } from './model.ts';
import type { Provider } from './provider.ts';
import { providerFetch } from './provider-fetch.ts';
import { cachedSystem, markForCache } from './prompt-cache.ts';
import { COMPATIBLE, providerOptions, withThoughts } from './provider-options.ts';
import { withSummaries } from './reasoning-summary.ts';

/** A model of a provider. The AI SDK and the provider's part of it are loaded with the first question. */
export function openModel(provider: Provider, info: ModelInfo): Model {
  return {
    info,
    async *stream(request: ModelRequest): AsyncIterable<ModelPart> {
      const { streamAnswer } = await import('./stream-answer.ts');
      const name = modelName(provider, info);
      const model = await languageModel(provider, name);
      const effort = info.canReason ? request.effort : null;
      // What is asked once, as a summary, is not worth keeping.
      const isOnce = request.tools.length === 0;
      const messages = fitMessages(request.messages, provider, name, info.takesImages);
      const question = {
        ...request,
        system: isOnce ? request.system : cachedSystem(provider, request.system),
        messages: isOnce ? messages : markForCache(provider, messages),
        provider,
        maxOutput: withThoughts(maxOutputOf(provider, name, info), provider, name, effort),
      };
      yield* withSummaries(provider, (wantsSummary) =>
        streamAnswer(model, {
          ...question,
          options: providerOptions(provider, name, { effort, wantsSummary }),
        }),
      );
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

async function languageModel({ kind, baseUrl, apiKey, headers }: Provider, model: string) {
  const settings = { baseURL: baseUrl, headers, fetch: providerFetch };
  // Without one the libraries would look for a key in variables of their own.
  const withKey = { ...settings, apiKey: apiKey ?? '' };
  switch (kind) {
    case 'openai': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const named = { ...settings, name: COMPATIBLE, includeUsage: true };
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
