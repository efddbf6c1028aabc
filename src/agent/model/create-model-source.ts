import { SimseError } from '../../core/errors.ts';
import { findProviders } from './find-providers.ts';
import { listProviderModels } from './list-provider-models.ts';
import type { ModelInfo } from './model.ts';
import type { ModelSource } from './model-source.ts';
import { openModel } from './open-model.ts';
import type { Provider } from './provider.ts';

/** How long a provider may take to say what it has. */
const LIST_MS = 2000;

/** What the environment has keys for. Providers are asked once, when the models are first wanted. */
export function createModelSource(env: Readonly<Record<string, string | undefined>>): ModelSource {
  const providers = findProviders(env);
  let listing: Promise<ModelInfo[]> | null = null;
  let known: readonly ModelInfo[] = [];
  return {
    list() {
      listing ??= Promise.all(providers.map(modelsOf)).then((lists) => {
        const models = lists.flat();
        known = models;
        return models;
      });
      return listing;
    },
    open(id) {
      const info = known.find((model) => model.id === id);
      const provider = providers.find(({ name }) => id.startsWith(`${name}/`));
      if (info === undefined || provider === undefined)
        throw new SimseError('not_found', `there is no model ${id}`);
      return openModel(provider, info);
    },
  };
}

async function modelsOf(provider: Provider): Promise<ModelInfo[]> {
  const names = await listProviderModels(provider, AbortSignal.timeout(LIST_MS)).catch(() => []);
  return names.map((name) => ({
    id: `${provider.name}/${name}`,
    name,
    contextWindow: null,
    maxOutput: null,
    takesImages: false,
    canReason: false,
    price: null,
  }));
}
