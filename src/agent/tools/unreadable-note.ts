import { countOf } from '../../core/text/quantities.ts';

/** A sentence about the folders that a walk could not look into; empty when there are none. */
export function unreadableNote(folders: readonly string[]): string {
  if (folders.length === 0) return '';
  const named = folders.slice(0, 3).join(', ');
  return `${countOf(folders.length, 'folder')} could not be read: ${named}${folders.length > 3 ? ', …' : ''}.`;
}
