import { totalmem } from 'node:os';
import { messageOf } from '../../core/errors.ts';
import { describeModel } from './describe-model.ts';
import { askLocalServer, findLocalProviders, localAddresses } from './find-local-providers.ts';
import { findProviders } from './find-providers.ts';
import { KNOWN_IDS } from './known-models.ts';
import { listProviderModels } from './list-provider-models.ts';
import type { ModelCache } from './model-cache.ts';
import type { ModelSettings } from './model-settings.ts';
import type { ProviderFinding } from './model-source.ts';
import { orderModels } from './order-models.ts';
import type { ListedModel, Provider } from './provider.ts';

/** How long providers may take to say what they have; all are asked at once. */
const LIST_MS = 1900;
/** Of the memory, what a model may fill beside everything else. */
const MODEL_SHARE = 0.75;

export interface FindModelsOptions {
  env: Readonly<Record<string, string | undefined>>;
  settings: ModelSettings;
  /** null asks everybody anew. */
  cache: ModelCache | null;
  signal: AbortSignal;
  /** Takes a list that is renewed while nobody waits for it. */
  inBackground(work: Promise<unknown>): void;
}

interface Listing {
  provider: Provider;
  models: readonly ListedModel[];
  problem: string | null;
}

/**
 * All providers that can be used, each with its models: those that the user named or has a key for, then those that run on
 * this machine. Takes at most two seconds. Throws SimseError('usage') for a --provider that is no address.
 */
export async function findModels(options: FindModelsOptions): Promise<ProviderFinding[]> {
  const { env, settings, signal } = options;
  const named = findProviders(env, settings);
  const addresses = settings.oneOff === undefined ? localAddresses(env) : null;
  const [listings, locals] = await Promise.all([
    Promise.all(named.map(async (provider) => listingOf(provider, options))),
    addresses === null ? [] : findLocalProviders(addresses, signal),
  ]);
  const memory = totalmem() * MODEL_SHARE;
  return [...listings, ...locals.map((local) => ({ ...local, problem: null }))].map(
    ({ provider, models, problem }) => ({
      provider,
      models: orderModels(provider, models, memory).map((model) => describeModel(provider, model)),
      problem,
    }),
  );
}

async function listingOf(provider: Provider, options: FindModelsOptions): Promise<Listing> {
  const { cache, settings, inBackground } = options;
  if (provider.models.length > 0) return { provider, models: provider.models, problem: null };
  const isOwn = isOwnServer(provider);
  const kept = isOwn ? null : ((await cache?.read(provider)) ?? null);
  if (kept !== null && !kept.isFresh) inBackground(askAnew(provider, options).catch(() => {}));
  if (kept !== null) return { provider, models: kept.models, problem: null };
  try {
    const [local, listed] = await Promise.allSettled([
      isOwn && provider.baseUrl.startsWith('http:') ? askLocalServer(provider.baseUrl, options.signal) : null,
      askAnew(provider, options),
    ]);
    if (local.status === 'fulfilled' && local.value !== null)
      return { provider: { ...provider, isLocal: true }, models: local.value, problem: null };
    if (listed.status === 'rejected') throw listed.reason;
    return { provider, models: listed.value, problem: null };
  } catch (error) {
    const ids = settings.oneOff === undefined ? knownIds(provider) : [settings.wanted ?? []].flat();
    return { provider, models: ids.map((id) => ({ id })), problem: messageOf(error) };
  }
}

/** One of the user's own, which serves today what it did not yesterday. It has no certificate, or is named for this once. */
function isOwnServer({ kind, baseUrl, from }: Provider): boolean {
  return (
    kind === 'openai' && (from === '--provider' || (from === 'config.json' && baseUrl.startsWith('http:')))
  );
}

async function askAnew(provider: Provider, { cache, signal }: FindModelsOptions): Promise<ListedModel[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIST_MS)]);
  const models = await listProviderModels(provider, limit);
  if (!isOwnServer(provider)) await cache?.write(provider, models);
  return models;
}

/** Of a vendor at its own address: whoever imitates it has other models. */
function knownIds({ name, from }: Provider): readonly string[] {
  return from === 'config.json' ? [] : (KNOWN_IDS[name] ?? []);
}
