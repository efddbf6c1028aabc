import type { Provider } from './provider.ts';

/** Shorter ones are no secrets, and would tear holes into every sentence. */
const MIN_CHARS = 6;

/** A text without the keys of a provider: some repeat the key that they refuse. */
export function redactKeys(text: string, { apiKey, headers }: Pick<Provider, 'apiKey' | 'headers'>): string {
  const words = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  return [apiKey ?? '', ...words]
    .filter((secret) => secret.length >= MIN_CHARS)
    .reduce((safe, secret) => safe.replaceAll(secret, '***'), text);
}
