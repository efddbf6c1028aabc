import { isRecord } from '../../core/json.ts';
import type { Provider } from './provider.ts';

/** The names of a provider's models, as it lists them itself. Rejects when it cannot be asked. */
export async function listProviderModels(provider: Provider, signal: AbortSignal): Promise<string[]> {
  const response = await fetch(`${provider.baseUrl}/models`, { headers: keyHeaders(provider), signal });
  if (!response.ok) throw new Error(`${provider.name} answered with ${response.status}`);
  return readModels(await response.json());
}

function keyHeaders({ kind, apiKey }: Provider): Record<string, string> {
  if (apiKey === null) return {};
  switch (kind) {
    case 'openai':
      return { authorization: `Bearer ${apiKey}` };
    case 'anthropic':
      return { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' };
    case 'google':
      return { 'x-goog-api-key': apiKey };
  }
}

/** `data[].id`, as most have it, or Google's `models[].name`. */
function readModels(body: unknown): string[] {
  if (!isRecord(body)) return [];
  const listed = [body['data'], body['models']].find(Array.isArray) ?? [];
  return listed.flatMap((entry: unknown) => {
    if (!isRecord(entry)) return [];
    const name = [entry['id'], entry['name']].find((value) => typeof value === 'string');
    return typeof name === 'string' ? [name.replace(/^models\//, '')] : [];
  });
}
