import type { Effect } from './step.ts';

/** What sending a draft does, by what it begins with. It is also kept for later sessions. */
export function draftEffects(draft: string): Effect[] {
  const sent: Effect = draft.startsWith('/')
    ? { type: 'command', line: draft }
    : { type: 'prompt', text: draft };
  return [{ type: 'remember', text: draft }, sent];
}
