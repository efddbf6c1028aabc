import { closest } from '../core/closest.ts';

/** The sentence after the name of a backend that does not exist. */
export function suggestName(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'No server is configured: add one to acp.json.';
  const meant = closest(name, known);
  return `${meant ? `Did you mean "${meant}"? ` : ''}Configured: ${known.join(', ')}.`;
}
