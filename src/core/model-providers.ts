import { SimseError } from './errors.ts';

/** The ways to speak to a model: chat completions as everybody has them, OpenAI's own responses, Anthropic's, Google's. */
export const MODEL_PROTOCOLS = ['openai', 'openai-responses', 'anthropic', 'google'] as const;
export type ModelProtocol = (typeof MODEL_PROTOCOLS)[number];

/** Somewhere to get models from that everybody knows. */
interface KnownProvider {
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

/** Where a model server is, and how to speak to it. */
interface ProviderAddress {
  kind: ModelProtocol;
  /** Without a slash at the end, with the version. */
  baseUrl: string;
}

const HINT =
  'It is the address of an API, such as http://127.0.0.1:8000/v1, or anthropic+https://… for one that speaks as Anthropic does.';

/**
 * Reads the value of --provider: a URL, with `anthropic+`, `google+` or `openai-responses+` in front of it unless the server
 * speaks OpenAI's chat completions or is one that everybody knows. Throws SimseError('usage').
 */
export function parseProviderAddress(text: string): ProviderAddress {
  const { named, rest } = splitProtocol(text.trim());
  const problem = addressProblem(rest);
  if (problem !== null) throw new SimseError('usage', `--provider: ${problem}.`, { hint: HINT });
  const kind = named ?? protocolOf(rest);
  return { kind, baseUrl: completeAddress(rest, kind) };
}

/** Why a text is no address of a model server; null when it is one. */
export function addressProblem(text: string): string | null {
  const url = parseUrl(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return `${text} is not an http(s) URL`;
  if (url.username !== '' || url.password !== '') return 'the URL must not contain a key';
  if (url.search !== '' || url.hash !== '') return `${text} may have no "?" and no "#"`;
  return null;
}

/** An address as the libraries want it: with the version, where only a host is given. */
export function completeAddress(text: string, kind: ModelProtocol): string {
  const address = text.replace(/\/+$/, '');
  const isHost = parseUrl(address)?.pathname === '/';
  return isHost ? `${address}${kind === 'google' ? '/v1beta' : '/v1'}` : address;
}

function splitProtocol(text: string): { named: ModelProtocol | null; rest: string } {
  const named = MODEL_PROTOCOLS.find((protocol) => text.startsWith(`${protocol}+`));
  return named === undefined ? { named: null, rest: text } : { named, rest: text.slice(named.length + 1) };
}

function protocolOf(address: string): ModelProtocol {
  const known = KNOWN_PROVIDERS.find(({ baseUrl }) => isSameOrigin(baseUrl, address));
  return known?.kind ?? 'openai';
}

export function isSameOrigin(one: string, other: string): boolean {
  const origin = parseUrl(one)?.origin;
  return origin !== undefined && origin === parseUrl(other)?.origin;
}

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
