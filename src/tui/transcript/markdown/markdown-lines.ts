import { lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import { roomFor, widthOf } from '../../draw/graphemes.ts';
import { BLANK, indentLines, type Line, line, wrapLine } from '../../draw/line.ts';
import { type Row, restyle, rowText, span } from '../../draw/span.ts';
import { GLYPHS } from '../../draw/theme.ts';
import { fencedLines, indentedLines } from './code-lines.ts';
import { endsBlank, firstNumber, isList } from './cut-list.ts';
import { inlineLines, inlineSpans, isFootnote } from './inline-spans.ts';

const RULE_COLUMNS = 40;

/**
 * Markdown as lines to draw, for a terminal of this many columns. Whatever is not Markdown comes out as it is. `number` is
 * that of the first item, where the text goes on with a list.
 */
export function markdownLines(text: string, columns: number, number?: number): Line[] {
  const tokens = lexer(text);
  const [first] = tokens;
  if (number !== undefined && isList(first)) first.start = number;
  return blockLines(tokens, columns);
}

/** Blocks below each other, with a blank line between them. */
function blockLines(tokens: readonly Token[], columns: number): Line[] {
  const blocks = tokens
    .map((token) => tokenLines(token as MarkedToken, columns))
    .filter((lines) => lines.length > 0);
  return blocks.flatMap((lines, index) => (index > 0 ? [BLANK, ...lines] : lines));
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
      return indentLines(blockLines(token.tokens, columns - 2), bar, bar);
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

/**
 * Blank lines stand where they were written. Markdown would put them between all items as soon as they are between two;
 * then an item could not be drawn before the whole list is known.
 */
function listLines(list: Tokens.List, columns: number): Line[] {
  const first = firstNumber(list);
  return list.items.flatMap((item, index) => {
    const mark = itemMark(list, item, first + index);
    const lines = itemLines(item.tokens, columns - mark.length);
    const drawn = indentLines(lines.length === 0 ? [BLANK] : lines, [span(mark)]);
    return endsBlank(list.items[index - 1]?.raw ?? '') ? [BLANK, ...drawn] : drawn;
  });
}

/** The blocks of an item, with a blank line between them where one was written. */
function itemLines(tokens: readonly Token[], columns: number): Line[] {
  const lines: Line[] = [];
  let above = '';
  for (const token of tokens) {
    const block = tokenLines(token as MarkedToken, columns);
    if (lines.length > 0 && block.length > 0 && endsBlank(above)) lines.push(BLANK);
    lines.push(...block);
    above = block.length > 0 ? token.raw : above + token.raw;
  }
  return lines;
}

function itemMark(list: Tokens.List, item: Tokens.ListItem, number: number): string {
  if (item.task) return item.checked === true ? `${GLYPHS.done} ` : `${GLYPHS.open} `;
  return list.ordered ? `${number}. ` : '• ';
}

type Align = Tokens.TableCell['align'];

const GAP = '  ';

/** A column is not made narrower than this; a table that does not fit then is drawn row by row instead. */
const MIN_COLUMN = 6;

function tableLines(table: Tokens.Table, columns: number): Line[] {
  const header = table.header.map((cell) => restyle(inlineSpans(cell.tokens), 'strong'));
  const rows = table.rows.map((row) => row.map((cell) => inlineSpans(cell.tokens)));
  const natural = header.map((_, index) =>
    [header, ...rows].reduce((most, row) => Math.max(most, roomFor(rowText(row[index] ?? []))), 1),
  );
  const widths = shrink(natural, columns - GAP.length * (header.length - 1));
  if (widths === null) return rows.flatMap((row) => recordLines(header, row));
  const rule = line(span(widths.map((width) => GLYPHS.rule.repeat(width)).join(GAP), 'dim'));
  const aligns = table.header.map((cell) => cell.align);
  const body = rows.flatMap((row) => rowLines(row, widths, aligns));
  return [...rowLines(header, widths, aligns), rule, ...body];
}

/** The natural widths, the widest cut down until the sum fits; null when columns would get too narrow. */
function shrink(natural: readonly number[], available: number): number[] | null {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - available;
  while (excess > 0) {
    const widest = widths.indexOf(Math.max(...widths));
    const width = widths[widest] ?? 0;
    if (width <= MIN_COLUMN) return null;
    widths[widest] = width - 1;
    excess -= 1;
  }
  return widths;
}

/** A row of the table; as many lines as its highest cell has. */
function rowLines(cells: readonly Row[], widths: readonly number[], aligns: readonly Align[]): Line[] {
  const wrapped = widths.map((width, index) => wrapLine(line(...(cells[index] ?? [])), width));
  const height = Math.max(...wrapped.map((rows) => rows.length));
  return Array.from({ length: height }, (_, at) => {
    const parts = wrapped.map((rows, index) =>
      padCell(rows[at] ?? [], widths[index] ?? 0, aligns[index] ?? null),
    );
    return line(...parts.flatMap((part, index) => (index === 0 ? part : [span(GAP), ...part])));
  });
}

function padCell(row: Row, width: number, align: Align): Row {
  const space = Math.max(0, width - widthOf(rowText(row)));
  const left = align === 'right' ? space : align === 'center' ? Math.floor(space / 2) : 0;
  return [span(' '.repeat(left)), ...row, span(' '.repeat(space - left))];
}

/** A row of a table that is too wide: one line for each cell, with its column's name. */
function recordLines(header: readonly Row[], row: readonly Row[]): Line[] {
  const fields = header.map((name, index) => line(...name, span(': '), ...(row[index] ?? [])));
  return [...fields, line()];
}
