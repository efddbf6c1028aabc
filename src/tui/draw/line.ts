import { countOf } from '../../core/text/quantities.ts';
import { fittingLength, graphemesOf, PRINTABLE_ASCII, roomFor, widthOf } from './graphemes.ts';
import { type Row, rowText, type Span, sliceRow, span } from './span.ts';
import { GLYPHS, type Style } from './theme.ts';

/** A line before it is fitted into the terminal's width. */
export interface Line {
  readonly spans: Row;
  /** Stands before the first row. */
  readonly head: Row;
  /** Stands before every further row. */
  readonly hang: Row;
  /** To be copied as it is: in the scrollback the terminal itself wraps it. */
  readonly verbatim: boolean;
}

/** The narrowest space that text is wrapped into, whatever stands before it. */
const MIN_TEXT_COLUMNS = 4;

export function line(...spans: Span[]): Line {
  return { spans, head: [], hang: [], verbatim: false };
}

export function verbatimLine(...spans: Span[]): Line {
  return { spans, head: [], hang: [], verbatim: true };
}

/** Every line of a text of several lines, in one style. */
export function textLines(text: string, ...styles: Style[]): Line[] {
  return text.split('\n').map((part) => line(span(part, ...styles)));
}

export const BLANK: Line = line();

/** Puts `head` before the first line, and `hang` before every other row. */
export function indentLines(lines: readonly Line[], head: Row, hang: Row = blanks(head)): Line[] {
  return lines.map((current, index) => ({
    ...current,
    head: [...(index === 0 ? head : hang), ...current.head],
    hang: [...hang, ...current.hang],
  }));
}

function blanks(row: Row): Row {
  return [span(' '.repeat(widthOf(rowText(row))))];
}

/** The rows of a line in a terminal of this many columns, none wider unless a single character is. */
export function wrapLine({ spans, head, hang, verbatim }: Line, columns: number): Row[] {
  const text = rowText(spans);
  const beside = Math.max(roomFor(rowText(head)), roomFor(rowText(hang)));
  if (columns - beside < MIN_TEXT_COLUMNS && beside > 0)
    return wrapLine({ spans, head: [], hang: [], verbatim }, columns);
  return wrapText(text, columns - beside).map(({ start, end }, index) => {
    const from = index === 0 || verbatim ? start : start + leadingBlanks(text, start, end);
    const row = [...(index === 0 ? head : hang), ...sliceRow(spans, from, end)];
    return verbatim ? row : trimRow(row);
  });
}

export function wrapLines(lines: readonly Line[], columns: number): Row[] {
  return lines.flatMap((current) => wrapLine(current, columns));
}

/** The rows of a long text's beginning and end, and how many lines between them are no rows. */
export interface WrappedEnds {
  rows: readonly Row[];
  leftOut: number;
}

/**
 * As wrapLines, as far as it takes to fill so many rows: those of the beginning and of the end, and between them how many lines
 * are left out.
 */
export function wrapEnds(lines: readonly Line[], columns: number, most: number): WrappedEnds {
  const head: Row[] = [];
  let next = 0;
  for (; next < lines.length && head.length < most / 2; next += 1)
    for (const row of wrapLine(lines[next] ?? BLANK, columns)) head.push(row);
  const tail: Row[][] = [];
  let last = lines.length;
  for (let count = 0; last > next && count < most / 2; last -= 1) {
    const rows = wrapLine(lines[last - 1] ?? BLANK, columns);
    tail.unshift(rows);
    count += rows.length;
  }
  const left = `${GLYPHS.more} ${countOf(last - next, 'more line')} not shown here`;
  const between = last > next ? wrapLine(line(span(left, 'warning')), columns) : [];
  return { rows: [...head, ...between, ...tail.flat()], leftOut: last - next };
}

/** As wrapLines, but lines to be copied stay whole: for the scrollback, where nothing is counted. */
export function printableRows(lines: readonly Line[], columns: number): Row[] {
  return lines.flatMap((current) =>
    current.verbatim ? [[...current.head, ...current.spans]] : wrapLine(current, columns),
  );
}

function leadingBlanks(text: string, start: number, end: number): number {
  const part = text.slice(start, end);
  return part.length - part.trimStart().length;
}

/** A row of at most `columns`, its end replaced by an ellipsis where it is longer. */
export function fitRow(row: Row, columns: number): Row {
  const text = rowText(row);
  if (roomFor(text) <= columns) return row;
  return [...sliceRow(row, 0, fittingLength(text, columns - 1)), span(GLYPHS.more, 'dim')];
}

/** A row of at most `columns`, its beginning replaced by an ellipsis where it is longer. */
export function fitRowEnd(row: Row, columns: number): Row {
  const text = rowText(row);
  if (roomFor(text) <= columns) return row;
  let start = text.length;
  let room = columns - 1;
  for (const { text: grapheme, index } of graphemesOf(text).toReversed()) {
    room -= roomFor(grapheme);
    if (room < 0) break;
    start = index;
  }
  return [span(GLYPHS.more, 'dim'), ...sliceRow(row, start, text.length)];
}

/** Without blanks at its end, which would be copied along with it. */
function trimRow(row: Row): Row {
  const text = rowText(row);
  return text.endsWith(' ') ? sliceRow(row, 0, text.trimEnd().length) : row;
}

/** A row with blanks after it, up to so many columns. */
export function padRow(row: Row, columns: number): Row {
  return [...row, span(' '.repeat(Math.max(0, columns - widthOf(rowText(row)))))];
}

/** A part of a text, by UTF-16 offsets. */
export interface Range {
  start: number;
  end: number;
}

/**
 * Cuts a text without line breaks into rows of at most `width` columns, behind a blank where there is one, otherwise
 * between characters; each row begins where the one before it ends. A character wider than the width gets a row of its own.
 * The empty text is one empty row.
 */
export function wrapText(text: string, width: number): Range[] {
  if (PRINTABLE_ASCII.test(text)) return wrapAscii(text, Math.max(1, width));
  const rows: Range[] = [];
  let start = 0;
  let used = 0;
  let breakAt = 0;
  let usedAtBreak = 0;
  for (const grapheme of graphemesOf(text)) {
    const columns = roomFor(grapheme.text);
    while (used + columns > width && grapheme.index > start) {
      const cut = breakAt > start && grapheme.text !== ' ' ? breakAt : grapheme.index;
      rows.push({ start, end: cut });
      used -= cut === breakAt ? usedAtBreak : used;
      start = cut;
      breakAt = cut;
      usedAtBreak = 0;
    }
    used += columns;
    if (grapheme.text === ' ') {
      breakAt = grapheme.index + 1;
      usedAtBreak = used;
    }
  }
  rows.push({ start, end: text.length });
  return rows;
}

/** As wrapText where every character takes one column: a text of megabytes is wrapped at once. */
function wrapAscii(text: string, width: number): Range[] {
  const rows: Range[] = [];
  let start = 0;
  while (text.length - start > width) {
    const full = start + width;
    const blank = text[full] === ' ' ? -1 : text.lastIndexOf(' ', full - 1);
    const end = blank >= start ? blank + 1 : full;
    rows.push({ start, end });
    start = end;
  }
  rows.push({ start, end: text.length });
  return rows;
}
