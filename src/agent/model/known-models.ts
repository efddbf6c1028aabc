import { KNOWN_PROVIDERS } from '../../core/model-providers.ts';
import type { ModelInfo, ModelPrice } from './model.ts';
import type { ListedModel, Provider } from './provider.ts';

/** When the prices and sizes below were looked up on the pages of the vendors. */
export const KNOWN_ON = '2026-11-21';

interface KnownModel {
  /** The provider whose prices these are. */
  vendor: string;
  /** Of the whole id. */
  pattern: RegExp;
  /** Tokens; null for a family of which only the rest is known. */
  contextWindow: number | null;
  maxOutput: number | null;
  images: boolean;
  reasoning: boolean;
  /** In order of time, each with the last day that it holds; none where it changes by the hour, or is not known for sure. */
  prices: readonly DatedPrice[];
}

interface DatedPrice {
  price: ModelPrice;
  until?: string;
}

const K = 1000;
const M = 1_000_000;
/** A date, or a word, that vendors hang on to an id. */
const END = String.raw`(-\d{8}|-\d{4}-\d{2}-\d{2}|-latest|-preview(-[\d-]+)?)?$`;

type Sizes = Pick<KnownModel, 'contextWindow' | 'maxOutput'>;
type Rest = Partial<Pick<KnownModel, 'images' | 'reasoning'>>;

function model(
  vendor: string,
  id: string,
  sizes: Sizes,
  prices: readonly DatedPrice[],
  rest: Rest = {},
): KnownModel {
  const pattern = new RegExp(`^${id}${END}`);
  return { vendor, pattern, images: true, reasoning: true, ...sizes, prices, ...rest };
}

/** Input, output, and what is read from the cache and written to it, for a million tokens. */
function usd(input: number, output: number, cacheRead?: number, cacheWrite?: number): ModelPrice {
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

/** A price that is another for questions that are longer. */
function tiered(price: ModelPrice, above: number, longer: ModelPrice): DatedPrice[] {
  return [{ price: { ...price, long: { above, ...longer } } }];
}

function flat(...price: Parameters<typeof usd>): DatedPrice[] {
  return [{ price: usd(...price) }];
}

/** Twice the input and half as much again for the output, as OpenAI has it for more than 272,000 tokens. */
function doubling(input: number, output: number, cacheRead: number, cacheWrite?: number): DatedPrice[] {
  const longWrite = cacheWrite === undefined ? undefined : cacheWrite * 2;
  const longer = usd(input * 2, output * 1.5, cacheRead * 2, longWrite);
  return tiered(usd(input, output, cacheRead, cacheWrite), 272 * K, longer);
}

/** Half price until a day, the whole from then on. */
function halfUntil(until: string, input: number, output: number, cacheRead: number): DatedPrice[] {
  return [
    { until, price: usd(input / 2, output / 2, cacheRead / 2) },
    { price: usd(input, output, cacheRead) },
  ];
}

const BIG: Sizes = { contextWindow: M, maxOutput: 128 * K };
const MIDDLE: Sizes = { contextWindow: 200 * K, maxOutput: 64 * K };
const GPT: Sizes = { contextWindow: 1_050 * K, maxOutput: 128 * K };
const GPT_SMALL: Sizes = { contextWindow: 400 * K, maxOutput: 128 * K };
const UNKNOWN: Sizes = { contextWindow: null, maxOutput: null };
const GEMINI: Sizes = { contextWindow: 1_048_576, maxOutput: 65_536 };

const ANTHROPIC: readonly KnownModel[] = [
  model('anthropic', 'claude-fable-5-1', BIG, flat(10, 50, 0.25, 12.5)),
  model('anthropic', 'claude-fable-5', BIG, flat(10, 50, 1, 12.5)),
  model('anthropic', 'claude-opus-5-5', BIG, flat(4, 20, 0.2, 5)),
  model('anthropic', 'claude-opus-5', BIG, flat(5, 25, 0.5, 6.25)),
  model('anthropic', 'claude-opus-4-[678]', BIG, flat(5, 25, 0.5, 6.25)),
  model('anthropic', 'claude-opus-4-5', MIDDLE, flat(5, 25, 0.5, 6.25)),
  model('anthropic', 'claude-opus-4(-[01])?', { ...MIDDLE, maxOutput: 32 * K }, flat(15, 75, 1.5, 18.75)),
  model('anthropic', 'claude-sonnet-5-5', BIG, flat(2, 10, 0.1, 2.5)),
  model('anthropic', 'claude-sonnet-5', BIG, flat(2, 10, 0.2, 2.5)),
  model('anthropic', 'claude-sonnet-4-6', { ...BIG, maxOutput: 64 * K }, flat(3, 15, 0.3, 3.75)),
  model('anthropic', 'claude-sonnet-4(-[05])?', MIDDLE, flat(3, 15, 0.3, 3.75)),
  model(
    'anthropic',
    'claude-haiku-5-5',
    BIG,
    tiered(usd(0.1, 0.5, 0.01, 0.125), 100 * K, usd(0.5, 2.5, 0.05, 0.625)),
  ),
  model('anthropic', 'claude-haiku-4-5', MIDDLE, flat(1, 5, 0.1, 1.25)),
];

const OPENAI: readonly KnownModel[] = [
  model('openai', 'gpt-6\\.2-astra', GPT, []),
  model('openai', 'gpt-6-astra', GPT, doubling(10, 50, 1, 12.5)),
  model('openai', 'gpt-6\\.[12]-sol', GPT, doubling(2, 10, 0.1, 2.5)),
  model('openai', 'gpt-6-sol', GPT, doubling(2, 10, 0.2, 2.5)),
  model('openai', 'gpt-6\\.1-terra', GPT, doubling(1, 5, 0.05, 1.25)),
  model('openai', 'gpt-6-luna', GPT, doubling(0.1, 0.5, 0.01, 0.125)),
  model('openai', 'gpt-5\\.6-sol', GPT, doubling(4, 20, 0.4)),
  model('openai', 'gpt-5\\.6-terra', GPT, doubling(2, 12, 0.2)),
  model('openai', 'gpt-5\\.6-luna', GPT, doubling(0.2, 1.2, 0.02)),
  model('openai', 'gpt-5\\.5', GPT, doubling(5, 30, 0.5)),
  model('openai', 'gpt-5\\.4', GPT, doubling(2.5, 15, 0.25)),
  model('openai', 'gpt-5\\.4-mini', GPT_SMALL, flat(0.75, 4.5, 0.075)),
  model('openai', 'gpt-5\\.[23](-codex)?', GPT_SMALL, flat(1.75, 14, 0.175)),
  model('openai', 'gpt-5(\\.1)?(-codex)?', GPT_SMALL, flat(1.25, 10, 0.125)),
  model('openai', 'gpt-5-mini', GPT_SMALL, flat(0.25, 2, 0.025)),
  model('openai', 'gpt-5-nano', GPT_SMALL, flat(0.05, 0.4, 0.005)),
  model('openai', 'gpt-4\\.1', { contextWindow: 1_047_576, maxOutput: 32_768 }, flat(2, 8, 0.5), {
    reasoning: false,
  }),
  model('openai', 'gpt-[6-9]\\b.*', UNKNOWN, []),
  model('openai', 'o3', { contextWindow: 200 * K, maxOutput: 100 * K }, flat(2, 8, 0.5)),
];

const GOOGLE: readonly KnownModel[] = [
  model('google', 'gemini-4-(argon|carbon)', GEMINI, halfUntil('2026-11-30', 4, 20, 0.2)),
  model('google', 'gemini-3\\.[678]-flash', GEMINI, halfUntil('2026-12-31', 1.5, 7.5, 0.15)),
  model('google', 'gemini-3\\.5-flash', GEMINI, flat(1.5, 9, 0.15)),
  model('google', 'gemini-3\\.5-flash-lite', GEMINI, flat(0.3, 2.5, 0.03)),
  model('google', 'gemini-3\\.1-pro', GEMINI, tiered(usd(2, 12, 0.2), 200 * K, usd(4, 18, 0.4))),
  model('google', 'gemini-2\\.5-pro', GEMINI, tiered(usd(1.25, 10, 0.125), 200 * K, usd(2.5, 15, 0.25))),
  model('google', 'gemini-2\\.5-flash', GEMINI, flat(0.3, 2.5, 0.03)),
];

const OTHERS: readonly KnownModel[] = [
  model('xai', 'grok-4\\.5', { contextWindow: 500 * K, maxOutput: 128 * K }, []),
  model('deepseek', 'deepseek-flash', { contextWindow: M, maxOutput: 384 * K }, []),
  model('deepseek', 'deepseek-v4-pro', { contextWindow: M, maxOutput: 384 * K }, [], { images: false }),
  model('groq', 'openai/gpt-oss-120b', { contextWindow: 131_072, maxOutput: 65_536 }, flat(0.15, 0.6), {
    images: false,
  }),
];

export const KNOWN_MODELS: readonly KnownModel[] = [...ANTHROPIC, ...OPENAI, ...GOOGLE, ...OTHERS];

/** Ids to offer where a vendor cannot be asked: it may be that there is no network yet, or that the key is wrong. */
export const KNOWN_IDS: Readonly<Record<string, readonly string[]>> = {
  anthropic: ['claude-sonnet-5-5', 'claude-opus-5-5', 'claude-haiku-5-5', 'claude-fable-5-1'],
  openai: ['gpt-6.2-sol', 'gpt-6.2-astra', 'gpt-6.1-terra', 'gpt-6-luna'],
  google: ['gemini-4-carbon', 'gemini-4-argon', 'gemini-3.8-flash'],
  xai: ['grok-4.5'],
  deepseek: ['deepseek-v4-pro', 'deepseek-flash'],
  groq: ['openai/gpt-oss-120b'],
};

/** What a price is on a day (`2026-11-21`); null where it is not known. */
function priceOn(day: string, { prices }: KnownModel): ModelPrice | null {
  return prices.find(({ until }) => until === undefined || day <= until)?.price ?? null;
}

/**
 * A model with all that is known of it: what the user says of it counts most, then what its provider says, then the table.
 * The table's prices count only where the vendor itself is asked, and nothing of it for a server on this machine.
 */
export function describeModel(provider: Provider, listed: ListedModel, day = today()): ModelInfo {
  const known = provider.isLocal ? undefined : findKnown(listed.id);
  const facts = { ...listed, ...provider.models.find(({ id }) => id === listed.id) };
  return {
    id: `${provider.name}/${listed.id}`,
    name: facts.name ?? listed.id,
    contextWindow: facts.contextWindow ?? known?.contextWindow ?? null,
    maxOutput: facts.maxOutput ?? known?.maxOutput ?? null,
    takesImages: facts.images ?? known?.images ?? false,
    canReason: facts.reasoning ?? known?.reasoning ?? false,
    price: facts.price ?? (known !== undefined && isVendor(provider, known) ? priceOn(day, known) : null),
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
