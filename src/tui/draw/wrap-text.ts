import { graphemesOf, PRINTABLE_ASCII, roomFor } from './graphemes.ts';

/** A part of a text, by UTF-16 offsets. */
export interface Range {
  start: number;
  end: number;
}

/**
 * Cuts a text without line breaks into rows of at most `width` columns, behind a blank where there is one, otherwise
 * between characters; each row begins where the one before it ends. A character wider than the width gets a row of its own. The empty text is one empty row.
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
