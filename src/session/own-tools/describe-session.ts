import { cleanLine, cleanText } from '../../core/clean-text.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Entry } from '../../core/session-state.ts';
import type { SessionMeta } from '../../store/session-meta.ts';

/** A session as clients get it: times in ISO 8601, texts cleaned. */
interface DescribedSession extends JsonObject {
  id: string;
  title: string;
  cwd: string;
  backend: string;
  createdAt: string;
  updatedAt: string;
  turns: number;
}

export function describeSession(meta: SessionMeta): DescribedSession {
  const { id, title, cwd, backend, createdAt, updatedAt, turns } = meta;
  return {
    id,
    title: cleanLine(title ?? ''),
    cwd: cleanLine(cwd),
    backend: cleanLine(backend),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    turns,
  };
}

/** A session's conversation as Markdown: what was asked and answered, what was done, and what went wrong. */
export function toTranscript(entries: readonly Entry[]): string {
  return entries
    .map(toMarkdown)
    .filter((text) => text !== '')
    .join('\n\n');
}

function toMarkdown(entry: Entry): string {
  switch (entry.kind) {
    case 'prompt':
      return `## Prompt\n\n${cleanText(entry.text)}`;
    case 'message':
      return entry.role === 'agent' ? cleanText(entry.text) : '';
    case 'tool':
      return `- ${cleanLine(entry.call.title)} (${entry.call.status})`;
    case 'notice':
      return `> ${entry.level}: ${cleanLine(entry.text)}`;
    case 'turn_end':
      return entry.stopReason === 'end_turn'
        ? ''
        : `> ended: ${cleanLine(entry.error?.message ?? entry.stopReason)}`;
  }
}
