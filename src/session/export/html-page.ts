import { createHash } from 'node:crypto';
import type { Entry, SessionState } from '../../core/state/session-state.ts';
import type { ToolCall } from '../../core/tool-call.ts';
import type { SessionMeta } from '../../store/session-meta.ts';
import { describeSession } from '../own-tools/describe-session.ts';
import { STYLE } from './html-style.ts';
import { escapeHtml, markdownToHtml } from './html-text.ts';
import { type ToolPart, toolParts, toolTitle } from './tool-parts.ts';

/**
 * A session as one page that needs nothing else: no script runs in it and nothing is loaded, which its policy says to the
 * browser as well. All of what was said is escaped.
 */
export function toHtmlPage(meta: SessionMeta, { entries, terminals }: SessionState): string {
  const { id, title, cwd, backend, createdAt, updatedAt, turns } = describeSession(meta);
  const styleHash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
  const name = escapeHtml(title || `Session ${id}`);
  const about = [backend, cwd, `${createdAt} to ${updatedAt}`, turns === 1 ? '1 turn' : `${turns} turns`, id];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${name}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${name}</h1><p>${about.map(escapeHtml).join(' · ')}</p></header>
<main>
${entries
  .map((entry) => entryToHtml(entry, terminals))
  .filter(Boolean)
  .join('\n')}
</main>
</body>
</html>
`;
}

function entryToHtml(entry: Entry, terminals: SessionState['terminals']): string {
  switch (entry.kind) {
    case 'prompt':
      return section('prompt', markdownToHtml(entry.text));
    case 'message':
      if (entry.role === 'thought') return fold('Thought', markdownToHtml(entry.text));
      return section(entry.role === 'user' ? 'prompt' : 'answer', markdownToHtml(entry.text));
    case 'tool':
      return toolToHtml(entry.call, terminals);
    case 'notice':
      return note(entry.level, entry.text);
    case 'turn_end':
      if (entry.stopReason === 'end_turn') return '';
      return note(
        entry.error === undefined ? '' : 'error',
        `ended: ${entry.error?.message ?? entry.stopReason}`,
      );
  }
}

function toolToHtml(call: ToolCall, terminals: SessionState['terminals']): string {
  const isGood = call.status === 'completed';
  const title = `${toolTitle(call)}${isGood ? '' : ` · ${call.status}`}`;
  return fold(title, toolParts(call, terminals).map(partToHtml).join(''), call.status === 'failed');
}

function partToHtml(part: ToolPart): string {
  if (part.kind === 'text') return `<pre>${escapeHtml(part.text.trimEnd())}</pre>`;
  return `<p>${escapeHtml(part.path)}</p><pre>${part.lines.map(diffLine).join('')}</pre>`;
}

/** Added and removed lines are blocks, so that only what is around them needs a line break. */
function diffLine(line: string): string {
  const text = escapeHtml(line);
  if (line.startsWith('+')) return `<ins>${text}</ins>`;
  return line.startsWith('-') ? `<del>${text}</del>` : `${text}\n`;
}

function fold(title: string, body: string, hasFailed = false): string {
  const summary = `<summary${hasFailed ? ' class="failed"' : ''}>${escapeHtml(title)}</summary>`;
  return `<details>${summary}${body}</details>`;
}

function section(name: string, body: string): string {
  return body === '' ? '' : `<section class="${name}">${body}</section>`;
}

function note(level: string, text: string): string {
  return `<p class="note${level === 'error' ? ' error' : ''}">${escapeHtml(text)}</p>`;
}
