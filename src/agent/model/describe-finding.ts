import type { ProviderFinding } from './model-source.ts';

/** What was found at one provider, and how it was found, in a line without keys. */
export function describeFinding({ provider, models, problem }: ProviderFinding): string {
  const { baseUrl, from } = provider;
  if (problem !== null) return `${baseUrl}: ${problem}; found by ${from}`;
  const [first] = models;
  const count = `${models.length} ${models.length === 1 ? 'model' : 'models'}`;
  return `${count} at ${baseUrl}${first === undefined ? '' : `, first ${first.id}`}; found by ${from}`;
}
