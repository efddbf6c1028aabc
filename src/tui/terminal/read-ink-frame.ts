/** Modes that Ink switches, where it moves its cursor to and what it erases; none of it is in a text, which has been cleaned. */
const MOVES_BEFORE = /^(?:\u001b\[(?:\?\d+[hl]|\d*[ABEGK]))+/;
const MOVES_BEHIND = /(?:\u001b\[(?:\?\d+[hl]|\d*[ABEG]))+$/;

/** Reads the rows of a frame back from what Ink 6 writes at once; null when there is no text in it. */
export function readInkFrame(written: string): string[] | null {
  const text = written.replace(MOVES_BEFORE, '').replace(MOVES_BEHIND, '');
  if (text === '') return null;
  const frame = text.endsWith('\n') ? text.slice(0, -1) : text;
  return frame === '' ? [] : frame.split('\n');
}
