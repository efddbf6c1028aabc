import type { ListedModel, ProviderKind } from './provider.ts';

/** A provider as the user's config.json names it. */
export interface ConfiguredProvider {
  name: string;
  kind: ProviderKind;
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
