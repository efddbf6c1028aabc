import type { Provider, ProviderKind } from './provider.ts';

interface KnownProvider {
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  /** Variables that have its key, and one that has another address. */
  keys: readonly string[];
  address?: string;
}

/** In the order in which one of them is taken by itself. */
const KNOWN: readonly KnownProvider[] = [
  {
    name: 'anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keys: ['ANTHROPIC_API_KEY'],
    address: 'ANTHROPIC_BASE_URL',
  },
  {
    name: 'openai',
    kind: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keys: ['OPENAI_API_KEY'],
    address: 'OPENAI_BASE_URL',
  },
  {
    name: 'google',
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keys: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY'],
  },
  {
    name: 'openrouter',
    kind: 'openai',
    baseUrl: 'https://openrouter.ai/api/v1',
    keys: ['OPENROUTER_API_KEY'],
  },
  { name: 'groq', kind: 'openai', baseUrl: 'https://api.groq.com/openai/v1', keys: ['GROQ_API_KEY'] },
  { name: 'mistral', kind: 'openai', baseUrl: 'https://api.mistral.ai/v1', keys: ['MISTRAL_API_KEY'] },
  { name: 'deepseek', kind: 'openai', baseUrl: 'https://api.deepseek.com/v1', keys: ['DEEPSEEK_API_KEY'] },
  { name: 'xai', kind: 'openai', baseUrl: 'https://api.x.ai/v1', keys: ['XAI_API_KEY'] },
];

/** The variables that hold keys: whatever the agent starts must not see them. */
export const KEY_VARIABLES: readonly string[] = KNOWN.flatMap(({ keys }) => keys);

/** The providers that the environment has a key for. */
export function findProviders(env: Readonly<Record<string, string | undefined>>): Provider[] {
  return KNOWN.flatMap(({ name, kind, baseUrl, keys, address }) => {
    const apiKey = keys.map((key) => env[key]).find((value) => value !== undefined && value !== '');
    if (apiKey === undefined) return [];
    const given = address === undefined ? undefined : env[address];
    return { name, kind, baseUrl: (given ?? baseUrl).replace(/\/+$/, ''), apiKey };
  });
}
