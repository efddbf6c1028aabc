/** The ways to speak to a model: chat completions as everybody has them, OpenAI's own responses, Anthropic's, Google's. */
export const MODEL_PROTOCOLS = ['openai', 'openai-responses', 'anthropic', 'google'] as const;
export type ModelProtocol = (typeof MODEL_PROTOCOLS)[number];

/** Somewhere to get models from that everybody knows. */
export interface KnownProvider {
  name: string;
  kind: ModelProtocol;
  baseUrl: string;
  /** Variables that have its key, the first one that is set counts. */
  keys: readonly string[];
  /** A variable that has another address of it. */
  address?: string;
}

/** In the order in which one of them is taken by itself. */
export const KNOWN_PROVIDERS: readonly KnownProvider[] = [
  {
    name: 'anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    keys: ['ANTHROPIC_API_KEY'],
    address: 'ANTHROPIC_BASE_URL',
  },
  {
    name: 'openai',
    kind: 'openai-responses',
    baseUrl: 'https://api.openai.com/v1',
    keys: ['OPENAI_API_KEY'],
    address: 'OPENAI_BASE_URL',
  },
  {
    name: 'google',
    kind: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keys: ['GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY', 'GOOGLE_API_KEY'],
    address: 'GOOGLE_GEMINI_BASE_URL',
  },
  compatible('openrouter', 'https://openrouter.ai/api/v1', 'OPENROUTER_API_KEY'),
  compatible('vercel', 'https://ai-gateway.vercel.sh/v1', 'AI_GATEWAY_API_KEY'),
  compatible('xai', 'https://api.x.ai/v1', 'XAI_API_KEY'),
  compatible('deepseek', 'https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY'),
  compatible('mistral', 'https://api.mistral.ai/v1', 'MISTRAL_API_KEY'),
  compatible('moonshot', 'https://api.moonshot.ai/v1', 'MOONSHOT_API_KEY'),
  compatible('groq', 'https://api.groq.com/openai/v1', 'GROQ_API_KEY'),
  compatible('cerebras', 'https://api.cerebras.ai/v1', 'CEREBRAS_API_KEY'),
  compatible('together', 'https://api.together.xyz/v1', 'TOGETHER_API_KEY'),
  compatible('fireworks', 'https://api.fireworks.ai/inference/v1', 'FIREWORKS_API_KEY'),
];

/** The variable with the key of an endpoint that is named by --provider: no other key is ever sent there. */
export const ONE_OFF_KEY = 'SIMSE_API_KEY';

/** Variables by which agents themselves are logged in. */
const AGENT_KEYS =
  `ANTHROPIC_AUTH_TOKEN CLAUDE_CODE_OAUTH_TOKEN CODEX_API_KEY AZURE_OPENAI_API_KEY CURSOR_API_KEY
  DASHSCOPE_API_KEY KIMI_API_KEY`.split(/\s+/);

/** The variables that hold keys of models: what is run for an agent must not see them. */
export const KEY_VARIABLES: readonly string[] = [
  ONE_OFF_KEY,
  ...KNOWN_PROVIDERS.flatMap(({ keys }) => keys),
  ...AGENT_KEYS,
];

function compatible(name: string, baseUrl: string, key: string): KnownProvider {
  return { name, kind: 'openai', baseUrl, keys: [key] };
}
