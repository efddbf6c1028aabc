import { type Row, span } from '../draw/span.ts';

/**
 * Lines of one text as rows of spans with the colours of its language, one row a line. Plain where the language is null
 * or not known, and until the grammars have been loaded.
 */
export function highlightLines(lines: readonly string[], _language: string | null): Row[] {
  return lines.map((text) => [span(text)]);
}
