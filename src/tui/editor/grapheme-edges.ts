/*
 * Where one character as a person sees it ends and the next begins, found by looking at the text around an offset only: a
 * draft of a megabyte must not be cut into characters for every key.
 */

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Between any two of these there is always an edge. */
const PLAIN = /^[ -~À-ɏΑ-ҁҊ-ԯא-תء-يぁ-ゖァ-ヺ一-鿿가-힣]$/;
/** How far back an edge that is sure is looked for, before the start of the line is taken. */
const FAR = 4000;
/** More than the longest characters there are in practice. */
const AHEAD = 64;

/** The edge before this one; 0 at the start. */
export function previousEdge(text: string, edge: number): number {
  if (edge <= 0) return 0;
  const start = sureEdge(text, edge - 1);
  let last = start;
  for (const { index } of SEGMENTER.segment(text.slice(start, edge))) last = start + index;
  return last;
}

/** The edge behind this one; the end of the text at the end. */
export function nextEdge(text: string, edge: number): number {
  for (let ahead = AHEAD; ; ahead *= 2) {
    const [first] = SEGMENTER.segment(text.slice(edge, edge + ahead));
    const end = edge + (first?.segment.length ?? 0);
    if (end < edge + ahead || end >= text.length) return end;
  }
}

/** The nearest edge at or behind `offset`. */
export function edgeFrom(text: string, offset: number): number {
  if (isSure(text, offset)) return Math.max(0, Math.min(offset, text.length));
  let edge = sureEdge(text, offset);
  while (edge < offset) edge = nextEdge(text, edge);
  return edge;
}

/** The nearest edge at or before `offset`. */
export function edgeUpTo(text: string, offset: number): number {
  const edge = edgeFrom(text, offset);
  return edge > offset ? previousEdge(text, edge) : edge;
}

function isSure(text: string, offset: number): boolean {
  if (offset <= 0 || offset >= text.length) return true;
  if (text[offset] === '\n' || text[offset - 1] === '\n') return true;
  return PLAIN.test(text[offset] ?? '') && PLAIN.test(text[offset - 1] ?? '');
}

/** An edge at or before `offset` that can be told from the characters beside it. */
function sureEdge(text: string, offset: number): number {
  for (let at = offset; at > offset - FAR; at -= 1) if (isSure(text, at)) return Math.max(0, at);
  return text.lastIndexOf('\n', offset - FAR) + 1;
}
