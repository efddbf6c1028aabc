import { cleanText } from '../../core/clean-text.ts';
import type { Style } from '../theme.ts';

declare const CLEAN: unique symbol;

/**
 * A run of text in one style, on one line. Whatever is drawn is made of spans, and only `span` makes one from a string:
 * that is where text from outside is cleaned.
 */
export interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
  readonly [CLEAN]: true;
}

/** What stands in one row of the terminal. */
export type Row = readonly Span[];

const TAB = '    ';

export function span(text: string, ...styles: Style[]): Span {
  const clean = cleanText(text).replaceAll('\n', ' ').replaceAll('\t', TAB);
  return { text: clean, styles } as unknown as Span;
}

/** The same text with more styles. */
export function restyle(spans: Row, ...styles: Style[]): Row {
  return spans.map((part) => ({ ...part, styles: [...part.styles, ...styles] }));
}

export function rowText(row: Row): string {
  return row.map((part) => part.text).join('');
}

/** The part of a row between two UTF-16 offsets of its text. */
export function sliceRow(row: Row, start: number, end: number): Row {
  const parts: Span[] = [];
  let offset = 0;
  for (const part of row) {
    const text = part.text.slice(Math.max(0, start - offset), Math.max(0, end - offset));
    if (text !== '') parts.push({ ...part, text });
    offset += part.text.length;
  }
  return parts;
}
