import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { longestRun } from '../../core/text/longest-run.ts';
import type { Entry, SessionState } from '../../core/state/session-state.ts';
import type { SessionMeta } from '../../store/session-meta.ts';
import { describeSession } from '../own-tools/describe-session.ts';
import { type ToolPart, toolParts, toolTitle } from './tool-parts.ts';

/** A session's conversation as Markdown: what was asked and answered, what was done, and what went wrong. */
export function toTranscript(entries: Iterable<Entry>): string {
  return joinParts(Array.from(entries, toMarkdown));
}

/** The same with a head that says which session it is, and with what the tools changed and wrote. */
export function toMarkdownExport(meta: SessionMeta, { entries, terminals }: SessionState): string {
  const { id, title, cwd, backend, createdAt, updatedAt, turns } = describeSession(meta);
  const about = [
    `- session: ${id}`,
    `- directory: ${cwd}`,
    `- backend: ${backend}`,
    `- begun: ${createdAt}, last used: ${updatedAt}, turns: ${turns}`,
  ];
  const told = entries.map((entry) =>
    entry.kind === 'tool'
      ? joinParts([toMarkdown(entry), ...toolParts(entry.call, terminals).map(partToMarkdown)])
      : toMarkdown(entry),
  );
  return `${joinParts([`# ${title || `Session ${id}`}`, about.join('\n'), ...told])}\n`;
}

function joinParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function toMarkdown(entry: Entry): string {
  switch (entry.kind) {
    case 'prompt':
      return `## Prompt\n\n${cleanText(entry.text)}`;
    case 'message':
      if (entry.role === 'thought') return '';
      return entry.role === 'user' ? `## User\n\n${cleanText(entry.text)}` : cleanText(entry.text);
    case 'tool':
      return `- ${toolTitle(entry.call)} (${entry.call.status})`;
    case 'notice':
      return `> ${entry.level}: ${cleanLine(entry.text)}`;
    case 'turn_end':
      return entry.stopReason === 'end_turn'
        ? ''
        : `> ended: ${cleanLine(entry.error?.message ?? entry.stopReason)}`;
  }
}

/** Below the item of its call, and so indented. */
function partToMarkdown(part: ToolPart): string {
  const [language, body] =
    part.kind === 'diff'
      ? ['diff', [`--- ${part.path}`, ...part.lines].join('\n')]
      : ['', part.text.trimEnd()];
  const fence = '`'.repeat(Math.max(3, longestRun(body) + 1));
  return [`${fence}${language}`, ...body.split('\n'), fence].map((line) => `  ${line}`.trimEnd()).join('\n');
}
