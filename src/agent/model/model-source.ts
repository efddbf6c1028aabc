import { join } from 'node:path';
import { SimseError } from '../../core/errors.ts';
import { findChoice } from '../../core/text/closest.ts';
import { askOllamaWindow } from './find-local-providers.ts';
import { findModels, type ProviderFinding } from './find-models.ts';
import type { Model, ModelInfo, ModelPart, ModelRequest } from './model.ts';
import { createModelCache } from './model-cache.ts';
import { openModel } from './open-model.ts';
import type { ModelSettings, Provider } from './provider.ts';

/** The models that this machine has a key or a server for. Disposing of it ends what it still does in the background. */
export interface ModelSource extends AsyncDisposable {
  /** In the order in which one is chosen when the user chose none. Never rejects. */
  list(): Promise<readonly ModelInfo[]>;
  /** As of the last list: what the user should know of it, one sentence each. */
  notes(): readonly string[];
  /** Throws SimseError('not_found') for one that is not in the list. Its provider's code is loaded when it is first asked. */
  open(id: string): Model;
}

interface ModelSourceOptions {
  env: Readonly<Record<string, string | undefined>>;
  settings: ModelSettings;
  /** Where the providers' lists are kept. */
  dataDir: string;
}

/** The models of all providers that are found, looked for again with every list: a local server may have come meanwhile. */
export function createModelSource({ env, settings, dataDir }: ModelSourceOptions): ModelSource {
  const cache = createModelCache(join(dataDir, 'agent', 'models.json'));
  const ending = new AbortController();
  const background = new Set<Promise<unknown>>();
  const known = new Map<string, { provider: Provider; info: ModelInfo }>();
  let notes: readonly string[] = [];

  const inBackground = (work: Promise<unknown>): void => {
    background.add(work);
    void work.finally(() => background.delete(work));
  };

  return {
    async list() {
      const findings = await findModels({ env, settings, cache, signal: ending.signal, inBackground });
      for (const { provider, models } of findings) {
        for (const info of models) known.set(info.id, { provider, info });
      }
      const models = findings.flatMap((finding) => finding.models);
      const first = defaultModel(models, settings);
      notes = [
        ...describeFindings(findings, models),
        ...describeDefault(first, settings),
        ...describeWindow(first ?? models[0], findings),
      ];
      return first === undefined ? models : [first, ...models.filter((model) => model !== first)];
    },
    notes: () => notes,
    open(id) {
      const found = known.get(id);
      if (found === undefined) throw new SimseError('not_found', `there is no model ${id}`);
      const { provider, info } = found;
      const model = openModel(provider, info);
      if (!provider.isLocal || info.contextWindow !== null) return model;
      const askWindow = (signal: AbortSignal): Promise<number | null> =>
        askOllamaWindow(provider, id.slice(provider.name.length + 1), signal);
      return learnWindow(model, askWindow, (learned) => known.set(id, { provider, info: learned }));
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.all(background);
    },
  };
}

function defaultModel(models: readonly ModelInfo[], settings: ModelSettings): ModelInfo | undefined {
  if (settings.default === undefined) return undefined;
  const choices = models.map((model) => ({ value: model.id, name: model.name, model }));
  return findChoice(choices, settings.default)?.model;
}

function describeDefault(first: ModelInfo | undefined, settings: ModelSettings): string[] {
  if (first !== undefined || settings.default === undefined || settings.oneOff !== undefined) return [];
  return [
    `The default model ${settings.default} (models.default in config.json) was not found; /model lists the available ones.`,
  ];
}

/** Only a server of the user's own can be told to set aside more. */
function describeWindow(model: ModelInfo | undefined, findings: readonly ProviderFinding[]): string[] {
  const isLocal = findings.some(
    ({ provider, models }) => provider.isLocal && models.some((one) => one === model),
  );
  const warning = model === undefined || !isLocal ? null : describeSmallWindow(model);
  return warning === null ? [] : [warning.charAt(0).toUpperCase() + warning.slice(1)];
}

/** Why there is nothing to choose from. */
function describeFindings(findings: readonly ProviderFinding[], models: readonly ModelInfo[]): string[] {
  if (models.length > 0) return [];
  return findings.map(({ provider, problem }) => {
    const { name, baseUrl } = provider;
    const reason = problem ?? 'none of its models can chat and call tools';
    return `${name} has no usable models at ${baseUrl}: ${reason}${/[.?]$/.test(reason) ? '' : '.'}`;
  });
}

/** Less holds hardly more than what an agent is told and its tools. */
const SMALL_WINDOW = 16_000;

/** A model whose context window is only known once it is loaded, as with Ollama: it is asked for after the first answer. */
function learnWindow(
  model: Model,
  askWindow: (signal: AbortSignal) => Promise<number | null>,
  learned: (info: ModelInfo) => void,
): Model {
  let { info } = model;
  let hasAsked = false;
  return {
    get info() {
      return info;
    },
    async *stream(request: ModelRequest): AsyncIterable<ModelPart> {
      for await (const part of model.stream(request)) {
        if (part.type === 'end' && !hasAsked) {
          hasAsked = true;
          info = { ...info, contextWindow: await askWindow(request.signal) };
          if (info.contextWindow !== null) learned(info);
          const warning = describeSmallWindow(info);
          if (warning !== null) yield { type: 'reasoning', text: `\n(${warning})\n` };
        }
        yield part;
      }
    },
  };
}

/** What the user should know of a window that is too small to work in; null of any other. */
function describeSmallWindow({ name, contextWindow }: ModelInfo): string | null {
  if (contextWindow === null || contextWindow >= SMALL_WINDOW) return null;
  return `the server has set aside ${contextWindow} tokens for ${name}, too few for an agent: longer requests are cut off or refused. With Ollama, start the server with OLLAMA_CONTEXT_LENGTH=64000.`;
}
