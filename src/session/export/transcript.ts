import { structuredPatch } from 'diff';
import { blockToText } from '../../core/content.ts';
import { firstLineOf, withLineFeeds } from '../../core/state/diffs.ts';
import type { Entry, SessionState, TerminalList } from '../../core/state/session-state.ts';
import { cleanLine, cleanText } from '../../core/text/clean-text.ts';
import { longestRun } from '../../core/text/longest-run.ts';
import { revealLine, revealText } from '../../core/text/reveal-text.ts';
import type { Diff, ToolCall, ToolContent } from '../../core/tool-call.ts';
import type { SessionMeta } from '../../store/session-meta.ts';
import { describeSession } from '../records/describe-session.ts';

/** Texts that differ more than this are shown as wholly replaced; looking for the shortest diff would take too long. */
const MAX_EDITS = 2000;

/** The lines of a change as `diff -u` has them from its first `@@` on, revealed; without numbers where none are known. */
export function unifiedDiff(diff: Diff): string[] {
  const { oldText, newText } = diff;
  const line = firstLineOf(diff);
  const [before = '', after = ''] = withLineFeeds(oldText ?? '', newText).map(revealText);
  const patch = structuredPatch('', '', before, after, '', '', { context: 3, maxEditLength: MAX_EDITS });
  if (patch === undefined) return [...signed('-', before), ...signed('+', after)];
  return patch.hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
    line === undefined
      ? '@@'
      : `@@ -${oldStart + line - 1},${oldLines} +${newStart + line - 1},${newLines} @@`,
    ...lines,
  ]);
}

function signed(sign: string, text: string): string[] {
  if (text === '') return [];
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => `${sign}${line}`);
}

/** Of one text that a tool has written. */
const MAX_CHARS = 20_000;

/** What there is to show of a tool call beside its title, cleaned. */
export type ToolPart =
  | { kind: 'diff'; path: string; lines: readonly string[] }
  | { kind: 'text'; text: string };

export function toolParts(call: ToolCall, terminals: TerminalList): ToolPart[] {
  const parts = call.content.map((content) => toPart(content, terminals));
  const denied = call.denied === undefined ? [] : [textPart(`denied: ${call.denied}`)];
  return [...denied, ...parts].filter((part) => part.kind === 'diff' || part.text.trim() !== '');
}

/** What a tool call is called, on one line. */
export function toolTitle({ title, name, kind }: ToolCall): string {
  return revealLine(title).trim() || revealLine(name ?? '').trim() || kind;
}

function toPart(content: ToolContent, terminals: TerminalList): ToolPart {
  switch (content.type) {
    case 'diff':
      return { kind: 'diff', path: revealLine(content.path), lines: unifiedDiff(content) };
    case 'terminal': {
      const { terminalId: id } = content;
      return textPart(terminals.last(id)?.output ?? '');
    }
    case 'content':
      return textPart(blockToText(content.block));
  }
}

/** Head and tail of a long text. */
function textPart(whole: string): ToolPart {
  const text = cleanText(whole);
  if (text.length <= MAX_CHARS) return { kind: 'text', text };
  const half = MAX_CHARS / 2;
  const leftOut = text.length - MAX_CHARS;
  const kept = `${text.slice(0, half)}\n… ${leftOut} characters left out …\n${text.slice(-half)}`;
  return { kind: 'text', text: kept.replace(/\p{Surrogate}/gu, '') };
}

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
    `- agent: ${backend}`,
    `- started: ${createdAt}, last used: ${updatedAt}, turns: ${turns}`,
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
