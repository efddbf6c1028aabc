import type { SystemModelMessage } from 'ai';
import { SimseError } from '../../core/errors.ts';
import { fitMessages } from './fit-messages.ts';
import {
  type Message,
  type Model,
  ModelError,
  type ModelInfo,
  type ModelPart,
  type ModelRequest,
} from './model.ts';
import type { Provider } from './provider.ts';
import { providerFetch } from './provider-fetch.ts';
import { COMPATIBLE, providerOptions, withThoughts } from './provider-options.ts';

/** A model of a provider. The AI SDK and the provider's part of it are loaded with the first question. */
export function openModel(provider: Provider, info: ModelInfo): Model {
  return {
    info,
    async *stream(request: ModelRequest): AsyncIterable<ModelPart> {
      const { streamModel } = await import('./stream-model.ts');
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
        streamModel(model, {
          ...question,
          options: providerOptions(provider, name, { effort, wantsSummary }),
        }),
      );
    },
  };
}

/**
 * Anthropic requires a limit: where the model's own is not known, one that all of its models allow. For the others a limit does
 * harm: some reserve, or charge for, what is not used. So OpenAI's formats get what the user configured, and nothing else.
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
  if (!id.startsWith(`${name}/`)) throw new SimseError('not_found', `${id} is not a model of ${name}`);
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

const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' as const } } };

/** What a model is told first, with its tools before it, marked to be kept by the one provider that has to be told. */
function cachedSystem({ kind }: Provider, system: string): string | SystemModelMessage {
  return kind === 'anthropic' ? { role: 'system', content: system, providerOptions: CACHED } : system;
}

/**
 * The messages with what is to be kept marked: all up to the newest, so that the next question pays for what is new only, and
 * all up to where the last question ended, which is looked for only a few calls back from a mark.
 */
function markForCache({ kind }: Provider, messages: readonly Message[]): Message[] {
  if (kind !== 'anthropic') return [...messages];
  const answered = messages.findLastIndex(({ role }) => role === 'assistant');
  const marked = new Set([messages.length - 1, answered - 1]);
  return messages.map((message, index) =>
    marked.has(index) ? { ...message, providerOptions: CACHED } : message,
  );
}

const REFUSES = /reasoning.?summar/i;
const refused = new WeakSet<Provider>();

/**
 * OpenAI gives reasoning only as a summary, and only to organisations that it has verified: after a refusal the question is
 * asked again without one, and so are all later ones. `ask` says whether a summary is wanted.
 */
async function* withSummaries(
  provider: Provider,
  ask: (wantsSummary: boolean) => AsyncIterable<ModelPart>,
): AsyncIterable<ModelPart> {
  if (refused.has(provider)) return yield* ask(false);
  try {
    yield* ask(true);
  } catch (error) {
    if (!(error instanceof ModelError) || error.kind !== 'rejected' || !REFUSES.test(error.message))
      throw error;
    refused.add(provider);
    yield* ask(false);
  }
}
