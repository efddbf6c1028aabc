import { KNOWN_PROVIDERS } from '../../core/model-providers.ts';
import { KNOWN_MODELS, type KnownModel, priceOn } from './known-models.ts';
import type { ModelInfo } from './model.ts';
import type { ListedModel, Provider } from './provider.ts';

/**
 * A model with all that is known of it: what the user says of it counts most, then what its provider says, then the table.
 * The table's prices count only where the vendor itself is asked, and nothing of it for a server on this machine.
 */
export function describeModel(provider: Provider, listed: ListedModel, day = today()): ModelInfo {
  const known = provider.isLocal ? undefined : findKnown(listed.id);
  const told = { ...listed, ...provider.models.find(({ id }) => id === listed.id) };
  return {
    id: `${provider.name}/${listed.id}`,
    name: told.name ?? listed.id,
    contextWindow: told.contextWindow ?? known?.contextWindow ?? null,
    maxOutput: told.maxOutput ?? known?.maxOutput ?? null,
    takesImages: told.images ?? known?.images ?? false,
    canReason: told.reasoning ?? known?.reasoning ?? false,
    price: told.price ?? (known !== undefined && isVendor(provider, known) ? priceOn(day, known) : null),
  };
}

/** By its whole id, or by what stands behind the vendor's name, as in `anthropic/claude-opus-5-5`. */
function findKnown(id: string): KnownModel | undefined {
  const last = id.slice(id.lastIndexOf('/') + 1);
  return [id, last]
    .map((name) => KNOWN_MODELS.find(({ pattern }) => pattern.test(name)))
    .find((known) => known !== undefined);
}

function isVendor({ name, baseUrl }: Provider, { vendor }: KnownModel): boolean {
  return (
    name === vendor && KNOWN_PROVIDERS.some((known) => known.name === vendor && known.baseUrl === baseUrl)
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
