/** Which of the protocols a provider speaks. */
export type ProviderKind = 'openai' | 'anthropic' | 'google';

/** Somewhere to ask for models. */
export interface Provider {
  /** The first half of its models' ids. */
  name: string;
  kind: ProviderKind;
  /** Without a slash at the end, with the version: `https://api.openai.com/v1`. */
  baseUrl: string;
  /** null where none is needed, as for a server on this machine. Never logged, never handed on. */
  apiKey: string | null;
}
