import type { ListedModel, Provider } from './provider.ts';

/**
 * Of each provider, the names of its strong models for general work, the version in brackets: the newest of them is begun
 * with. The strongest of all cost a multiple and are for the user to choose.
 */
const STRONG: Readonly<Record<string, readonly RegExp[]>> = {
  anthropic: [/^claude-sonnet-([\d-]+)$/],
  openai: [/^gpt-([\d.]+)-sol$/, /^gpt-([\d.]+)$/],
  google: [/^gemini-([\d.]+)-(?:carbon|argon|pro)$/, /^gemini-([\d.]+)-flash$/],
  openrouter: [/^anthropic\/claude-sonnet-([\d.]+)$/, /^openai\/gpt-([\d.]+)-sol$/],
  vercel: [/^anthropic\/claude-sonnet-([\d.]+)$/, /^openai\/gpt-([\d.]+)-sol$/],
  xai: [/^grok-([\d.]+)$/],
  deepseek: [/^deepseek-v([\d.]+)-pro$/, /^deepseek-flash()$/, /^deepseek-chat()$/],
  mistral: [/^mistral-medium-([\d-]+|latest)$/, /^devstral-([\d-]+|latest)$/],
  moonshot: [/^kimi-k([\d.]+)$/],
  groq: [/^openai\/gpt-oss-120b()$/],
  cerebras: [/^gpt-oss-120b()$/, /^qwen-3-coder-(\d+b)$/],
};

const byVersion = new Intl.Collator('en', { numeric: true });

/**
 * The models of a provider so that the first is a sensible one to begin with. Those of config.json stay as they are written;
 * on this machine the one that is loaded comes first, then the largest that fits into `memory` bytes; else the newest strong
 * one. The others follow by name, the newest of a name first.
 */
export function orderModels(
  provider: Provider,
  models: readonly ListedModel[],
  memory: number,
): ListedModel[] {
  if (provider.models.length > 0) return [...models];
  if (provider.isLocal)
    return [...models].sort((one, other) => localRank(other, memory) - localRank(one, memory));
  const families = STRONG[provider.name] ?? [];
  return [...models].sort(
    (one, other) =>
      compareStrength(rankOf(one.id, families), rankOf(other.id, families)) ||
      byVersion.compare(other.id, one.id),
  );
}

interface Rank {
  family: number;
  version: string;
}

function rankOf(id: string, families: readonly RegExp[]): Rank {
  const family = families.findIndex((pattern) => pattern.test(id));
  return { family: family < 0 ? families.length : family, version: families[family]?.exec(id)?.[1] ?? '' };
}

/** A date at the end is not a version: `5-5` is newer than `5-20260630`. */
function compareStrength(one: Rank, other: Rank): number {
  const version = ({ version }: Rank): string => version.replace(/-?\d{8}$/, '').replaceAll('-', '.');
  return one.family - other.family || byVersion.compare(version(other), version(one));
}

function localRank({ isLoaded, bytes = 0 }: ListedModel, memory: number): number {
  if (isLoaded === true) return Number.MAX_SAFE_INTEGER;
  return bytes <= memory ? bytes : -bytes;
}
