import type { ContentBlock } from '../../core/content.ts';
import type { PromptEffect } from './prompt-state.ts';

/** What a draft is, by what it begins with. */
type ReadDraft =
  | { kind: 'command' }
  /** `give`: what it writes is attached to the next prompt. */
  | { kind: 'shell'; command: string; give: boolean }
  /** What the last command wrote is attached to the next prompt. */
  | { kind: 'give' }
  | { kind: 'note'; topic: string; text: string }
  | { kind: 'prompt' };

const SHELL = /^!(!?)\s*(\S[^]*)$/;
/** On one line only: more of them are a text with headings. A topic begins with a letter, so that `#12: …` is none. */
const NOTE = /^#(?:([\p{L}][\p{L}\p{N}/_-]*):)?[ \t]+(\S.*)$/u;
const DEFAULT_TOPIC = 'notes';

/** `/command`, `!shell`, `!!shell`, `!!`, `# note`, `#topic: note`, else a prompt. */
export function readDraft(draft: string): ReadDraft {
  if (draft.startsWith('/')) return { kind: 'command' };
  const trimmed = draft.trim();
  if (trimmed === '!!') return { kind: 'give' };
  const [, give, command] = SHELL.exec(trimmed) ?? [];
  if (command !== undefined) return { kind: 'shell', command, give: give === '!' };
  const [, topic = DEFAULT_TOPIC, text] = NOTE.exec(trimmed) ?? [];
  return text === undefined ? { kind: 'prompt' } : { kind: 'note', topic, text };
}

/** What sending a draft does, by what it begins with; `message` is what is sent of a prompt. It is also kept for later sessions. */
export function draftEffects(draft: string, message: readonly ContentBlock[]): PromptEffect[] {
  return [{ type: 'remember', text: draft }, sentEffect(draft, message)];
}

function sentEffect(draft: string, message: readonly ContentBlock[]): PromptEffect {
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
