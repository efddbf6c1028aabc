import { cleanText } from '../../core/text/clean-text.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text from anywhere as HTML that shows it and does nothing else, in elements as in quoted attributes. */
export function escapeHtml(text: string): string {
  return cleanText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A fence is all of its backticks: with fewer, a long run without an end would be tried at each length. */
const FENCED = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n([\s\S]*?)(?:^ {0,3}\1[`~]*[ \t]*$\n?|(?![\s\S]))/gm;

/**
 * Markdown as HTML that reads well: blocks of code, headings, `code` and **bold**. All else stays as it was written, line by
 * line. Whatever is HTML or a link in it is only text.
 */
export function markdownToHtml(markdown: string): string {
  const text = cleanText(markdown);
  const parts: string[] = [];
  let end = 0;
  for (const match of text.matchAll(FENCED)) {
    parts.push(
      proseToHtml(text.slice(end, match.index)),
      `<pre><code>${escapeHtml(match[2] ?? '')}</code></pre>`,
    );
    end = match.index + match[0].length;
  }
  return [...parts, proseToHtml(text.slice(end))].join('');
}

function proseToHtml(prose: string): string {
  const text = prose.replace(/^\n+|\s+$/g, '');
  return text === '' ? '' : `<div class="prose">${text.split('\n').map(lineToHtml).join('\n')}</div>`;
}

function lineToHtml(line: string): string {
  const heading = /^#{1,6} +(.*)$/.exec(line);
  return heading === null ? spansToHtml(line) : `<strong>${spansToHtml(heading[1] ?? '')}</strong>`;
}

/** Every other piece between backticks is code. */
function spansToHtml(line: string): string {
  const pieces = line.split('`');
  const isBalanced = pieces.length % 2 === 1;
  if (!isBalanced) return boldToHtml(line);
  return pieces
    .map((piece, index) => (index % 2 === 1 ? `<code>${escapeHtml(piece)}</code>` : boldToHtml(piece)))
    .join('');
}

function boldToHtml(text: string): string {
  return escapeHtml(text).replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}
