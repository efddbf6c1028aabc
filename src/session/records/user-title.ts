import { cleanLine } from '../../core/text/clean-text.ts';

const MAX_TITLE_CHARS = 200;

/** What a user has typed as a title, as one is kept: one clean line, bounded; empty when nothing is left. */
export function userTitle(typed: string): string {
  return Array.from(cleanLine(typed)).slice(0, MAX_TITLE_CHARS).join('');
}
