import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { BLANK, indentLines, line, type Line } from '../draw/line.ts';
import { restyle, span } from '../draw/span.ts';
import { GLYPHS } from '../theme.ts';
import { fencedLines, indentedLines } from './code-lines.ts';
import { inlineLines, isFootnote } from './inline-spans.ts';
import { tableLines } from './table-lines.ts';

const RULE_COLUMNS = 40;

/** Markdown as lines to draw, for a terminal of this many columns. Whatever is not Markdown comes out as it is. */
export function markdownLines(text: string, columns: number): Line[] {
  return blockLines(lexer(text), columns, true);
}

/** Blocks below each other, with a blank line between them where `spaced`. */
function blockLines(tokens: readonly Token[], columns: number, spaced: boolean): Line[] {
  const blocks = tokens
    .map((token) => tokenLines(token as MarkedToken, columns))
    .filter((lines) => lines.length > 0);
  return blocks.flatMap((lines, index) => (index > 0 && spaced ? [BLANK, ...lines] : lines));
}

function tokenLines(token: MarkedToken, columns: number): Line[] {
  switch (token.type) {
    case 'space':
    case 'checkbox':
      return [];
    case 'def':
      return isFootnote(token.raw) ? rawLines(token.raw) : [];
    case 'heading':
      return inlineLines(token.tokens).map((row) => line(...restyle(row, ...headingStyles(token.depth))));
    case 'paragraph':
    case 'text':
      return inlineLines(token.tokens ?? [token]).map((row) => line(...row));
    case 'code':
      return token.codeBlockStyle === 'indented'
        ? indentedLines(token.text)
        : fencedLines(token.text, `\`\`\`${token.lang ?? ''}`);
    case 'list':
      return listLines(token, columns);
    case 'blockquote': {
      const bar = [span(`${GLYPHS.quote} `, 'dim')];
      return indentLines(blockLines(token.tokens, columns - 2, true), bar, bar);
    }
    case 'table':
      return tableLines(token, columns);
    case 'hr':
      return [line(span(GLYPHS.rule.repeat(Math.max(1, Math.min(RULE_COLUMNS, columns))), 'dim'))];
    default:
      return rawLines(token.raw);
  }
}

function rawLines(raw: string): Line[] {
  return raw
    .trimEnd()
    .split('\n')
    .map((text) => line(span(text)));
}

function headingStyles(depth: number): ('strong' | 'underline')[] {
  return depth === 1 ? ['strong', 'underline'] : ['strong'];
}

function listLines(list: Tokens.List, columns: number): Line[] {
  const first = typeof list.start === 'number' ? list.start : 1;
  const items = list.items.map((item, index) => {
    const mark = itemMark(list, item, first + index);
    const content = blockLines(item.tokens, columns - mark.length, item.loose);
    return indentLines(content.length === 0 ? [BLANK] : content, [span(mark)]);
  });
  return items.flatMap((lines, index) => (index > 0 && list.loose ? [BLANK, ...lines] : lines));
}

function itemMark(list: Tokens.List, item: Tokens.ListItem, number: number): string {
  if (item.task) return item.checked === true ? `${GLYPHS.done} ` : `${GLYPHS.open} `;
  return list.ordered ? `${number}. ` : '• ';
}
