import type { ModelProtocol } from '../../core/model-providers.ts';
import type { ModelPrice } from './model.ts';

/** Which of the protocols a provider speaks. */
export type ProviderKind = ModelProtocol;

/** What somebody says about a model. */
export interface ModelFacts {
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
  kind: ProviderKind;
  /** Without a slash at the end, with the version: `https://api.openai.com/v1`. */
  baseUrl: string;
  /** null where none is needed, as for a server on this machine. Never logged, never handed on. */
  apiKey: string | null;
  /** The variable that has the key, or should; null where nobody said. */
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
