import type { ContentBlock } from '../../core/content.ts';
import { readDraft } from './read-draft.ts';
import type { Effect } from '../repl/step.ts';

/** What sending a draft does, by what it begins with; `message` is what is sent of a prompt. It is also kept for later sessions. */
export function draftEffects(draft: string, message: readonly ContentBlock[]): Effect[] {
  return [{ type: 'remember', text: draft }, sentEffect(draft, message)];
}

function sentEffect(draft: string, message: readonly ContentBlock[]): Effect {
  const read = readDraft(draft);
  switch (read.kind) {
    case 'command':
      return { type: 'command', line: draft };
    case 'shell':
      return { type: 'shell', command: read.command, give: read.give };
    case 'give':
      return { type: 'give-output' };
    case 'note':
      return { type: 'note', topic: read.topic, text: read.text };
    case 'prompt':
      return { type: 'prompt', blocks: message };
  }
}
