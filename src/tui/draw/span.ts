import { cleanText } from '../../core/text/clean-text.ts';
import type { Style } from './theme.ts';

declare const CLEAN: unique symbol;

/**
 * A run of text in one style, on one line. Whatever is drawn is made of spans, and only `span` makes one from a string:
 * that is where text from outside is cleaned.
 */
export interface Span {
  readonly text: string;
  readonly styles: readonly Style[];
  /** The colours of a program's own output, as SGR parameters; only `colored` sets it. */
  readonly sgr?: string;
  /** Where it leads, in printable ASCII, for terminals that show links; only `linked` sets it. */
  readonly href?: string;
  readonly [CLEAN]: true;
}

/** What stands in one row of the terminal. */
export type Row = readonly Span[];

const TAB = '    ';
const PLAIN = /^[ -~]*$/;
/** Joiners and variation selectors: at the beginning they would join what stands before the text. */
const LEADING_JOINERS = /^(?:[\u200c-\u200d]|[\ufe0e-\ufe0f])+/u;
/** As long as a terminal of VTE takes. */
const MAX_HREF_CHARS = 2083;

export function span(text: string, ...styles: Style[]): Span {
  // Most of what is drawn.
  if (PLAIN.test(text)) return { text, styles } as unknown as Span;
  const clean = cleanText(text).replace(LEADING_JOINERS, '').replaceAll('\n', ' ').replaceAll('\t', TAB);
  return { text: clean, styles } as unknown as Span;
}

/** Text that a program wrote in colours of its own: numbers of SGR parameters, as `colored('ok', [32])`. */
export function colored(text: string, sgr: readonly number[], ...styles: Style[]): Span {
  const plain = span(text, ...styles);
  return sgr.length === 0 ? plain : { ...plain, sgr: sgr.join(';') };
}

/**
 * The same text as a link, if the address is one that a terminal may be given: of the web, and not so long that terminals
 * drop it. What the address has that is not printable ASCII is encoded.
 */
export function linked(spans: Row, address: string): Row {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.href.length > MAX_HREF_CHARS) return spans;
  if (!/^[!-~]+$/.test(url.href)) return spans;
  return spans.map((part) => ({ ...part, href: url.href }));
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
