import { createHash } from 'node:crypto';
import type { Entry, SessionState } from '../../core/state/session-state.ts';
import { countOf } from '../../core/text/quantities.ts';
import type { ToolCall } from '../../core/tool-call.ts';
import type { SessionMeta } from '../../store/session-meta.ts';
import { describeSession } from '../records/describe-session.ts';
import { escapeHtml, markdownToHtml } from './html-text.ts';
import { type ToolPart, toolParts, toolTitle } from './transcript.ts';

/** The style of an exported page; its colours follow the reader's system. */
export const STYLE = `
:root { color-scheme: light dark; --text: #1f2328; --dim: #656d76; --back: #fff; --panel: #f6f8fa; --line: #d1d9e0;
  --accent: #0969da; --good: #116329; --good-back: #dafbe1; --bad: #a40e26; --bad-back: #ffebe9; }
@media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --dim: #8d96a0; --back: #0d1117; --panel: #161b22;
  --line: #30363d; --accent: #58a6ff; --good: #7ee787; --good-back: #12261e; --bad: #ff7b72; --bad-back: #25171c; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 2rem 1rem 4rem; color: var(--text); background: var(--back);
  font: 16px/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.3; }
header { border-bottom: 1px solid var(--line); margin-bottom: 1.5rem; }
header p, .note, summary { color: var(--dim); font-size: .875rem; }
.prose { white-space: pre-wrap; margin: .75rem 0; }
.prompt { margin: 1.5rem 0 1rem; padding: .25rem 1rem; background: var(--panel); border-left: 3px solid var(--accent); }
.note.error { color: var(--bad); }
details { margin: .5rem 0; border: 1px solid var(--line); border-radius: 6px; }
summary { cursor: pointer; padding: .375rem .75rem; }
summary.failed { color: var(--bad); }
details > pre, details > p { margin: 0; border-top: 1px solid var(--line); }
details > p { padding: .375rem .75rem; font-size: .875rem; }
pre { margin: .75rem 0; padding: .75rem; overflow-x: auto; background: var(--panel); border-radius: 6px; }
pre, code { font: .8125rem/1.5 ui-monospace, monospace; }
.prose code { padding: .125rem .25rem; background: var(--panel); border-radius: 4px; }
pre ins, pre del { display: block; text-decoration: none; }
pre ins { color: var(--good); background: var(--good-back); }
pre del { color: var(--bad); background: var(--bad-back); }
`;

/**
 * A session as one page that needs nothing else: no script runs in it and nothing is loaded, which its policy says to the
 * browser as well. All of what was said is escaped.
 */
export function toHtmlPage(meta: SessionMeta, { entries, terminals }: SessionState): string {
  const { id, title, cwd, backend, createdAt, updatedAt, turns } = describeSession(meta);
  const styleHash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;
  const name = escapeHtml(title || `Session ${id}`);
  const about = [backend, cwd, `${createdAt} to ${updatedAt}`, countOf(turns, 'turn'), id];
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
