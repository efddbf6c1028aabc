import type { Provider } from './provider.ts';

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
