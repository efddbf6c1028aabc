import type { ModelProtocol } from '../../core/model-providers.ts';
import type { ModelPrice } from './model.ts';

/** Facts about a model, from any source. */
interface ModelFacts {
  name?: string;
  /** Tokens. */
  contextWindow?: number;
  maxOutput?: number;
  images?: boolean;
  reasoning?: boolean;
  price?: ModelPrice;
}

/** A model as its provider lists it, or as the user's config does. */
export interface ListedModel extends ModelFacts {
  id: string;
  /** Of a server on this machine: whether it is in memory, and how many bytes it takes there. */
  isLoaded?: boolean;
  bytes?: number;
}

/** Somewhere to ask for models. */
export interface Provider {
  /** The first half of its models' ids. */
  name: string;
  kind: ModelProtocol;
  /** Without a slash at the end, with the version: `https://api.openai.com/v1`. */
  baseUrl: string;
  /** null where none is needed, as for a server on this machine. Never logged, never handed on. */
  apiKey: string | null;
  /** The variable that has the key, or should; null where none is named. */
  keyVariable: string | null;
  /** Sent with every request; may hold secrets as the key does. */
  headers: Readonly<Record<string, string>>;
  /** How it was found, for people: a variable, a file, this machine. */
  from: string;
  /** Whether it runs on this machine and needs no key. */
  isLocal: boolean;
  /** What the user says of its models. Where there are some, it is not asked for others. */
  models: readonly ListedModel[];
}

/** A provider as the user's config.json names it. */
export interface ConfiguredProvider {
  name: string;
  kind: ModelProtocol;
  baseUrl: string;
  /** The variable that has its key. */
  apiKeyEnv?: string;
  headers?: Readonly<Record<string, string>>;
  models?: readonly ListedModel[];
}

/** What the user says about models, in config.json and on the command line. */
export interface ModelSettings {
  /** The model to begin with: an id, or its end. */
  default?: string;
  providers?: readonly ConfiguredProvider[];
  /** The address of --provider: then there is no other. */
  oneOff?: string;
  /** The model that --model asks for, which --provider may have without listing it. */
  wanted?: string;
}

/** Shorter ones are not secrets, and would tear holes into every sentence. */
const MIN_CHARS = 6;

/** A text without the keys of a provider: some repeat the key that they refuse. */
export function redactKeys(text: string, { apiKey, headers }: Pick<Provider, 'apiKey' | 'headers'>): string {
  const words = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  return [apiKey ?? '', ...words]
    .filter((secret) => secret.length >= MIN_CHARS)
    .reduce((safe, secret) => safe.replaceAll(secret, '***'), text);
}

/** They check their messages to the letter, and know no `reasoning_content`. */
const WITHOUT_THOUGHTS = ['openai.com', 'groq.com', 'mistral.ai', 'cerebras.ai'];
const MISTRAL_MODELS = /mistral|mixtral|ministral|magistral|devstral|codestral|pixtral/i;

/** Whether a provider refuses to be reminded of what its model thought; others want to be. */
export function refusesThoughts({ kind, baseUrl }: Provider): boolean {
  return kind === 'openai' && isAtOneOf(baseUrl, WITHOUT_THOUGHTS);
}

/** Whether what a conversation looks like is checked by Mistral's rules, which its models bring with them. */
export function isMistral({ kind, baseUrl }: Provider, model: string): boolean {
  return kind === 'openai' && (isAtOneOf(baseUrl, ['mistral.ai']) || MISTRAL_MODELS.test(model));
}

/** Whether a provider that hands Anthropic's models on has to be told to keep what will be asked again. */
export function handsCacheOn({ kind, baseUrl }: Provider, model: string): boolean {
  return kind === 'openai' && isAtOneOf(baseUrl, ['openrouter.ai']) && model.startsWith('anthropic/');
}

function isAtOneOf(address: string, domains: readonly string[]): boolean {
  const host = URL.canParse(address) ? new URL(address).hostname : '';
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
