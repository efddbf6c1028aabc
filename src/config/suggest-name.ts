import { closest } from '../core/text/closest.ts';
import { BACKEND_PRESETS } from './backend-presets.ts';

/** The sentence after the name of a backend that does not exist. */
export function suggestName(name: string, known: readonly string[]): string {
  if (BACKEND_PRESETS.some((preset) => preset.name === name)) return `simse backends add ${name} adds it.`;
  if (known.length === 0) return 'No server is configured: add one to acp.json.';
  const meant = closest(name, known);
  return `${meant ? `Did you mean "${meant}"? ` : ''}Configured: ${known.join(', ')}.`;
}
