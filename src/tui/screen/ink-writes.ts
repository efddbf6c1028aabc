/** What Ink wants on the screen: new text above the frame, and the rows of the frame. */
export interface InkFrame {
  /** For the scrollback, with its line ends; mostly empty. */
  printed: string;
  rows: readonly string[];
}

const BEGIN_SYNC = '\u001b[?2026h';
const END_SYNC = '\u001b[?2026l';
/** Where Ink moves its cursor to and what it erases there; none of it is in a text, which has been cleaned. */
const MOVES_BEFORE = /^(?:\u001b\[(?:\?25[hl]|\d*[ABEGK]))+/;
const MOVES_BEHIND = /(?:\u001b\[(?:\?25[hl]|\d*[ABEG]))+$/;

/**
 * Reads what Ink 6 writes back into frames. Between the marks of a synchronized update it writes the frame, which ends with
 * a newline, and before that the text of <Static>, if there is any, each in a write of its own.
 */
export class InkWrites {
  #texts: string[] | null = null;

  /** Takes one write; a frame when it was the last of an update that changes any text. */
  take(chunk: string): InkFrame | null {
    if (chunk === BEGIN_SYNC) this.#texts = [];
    else if (chunk === END_SYNC) return this.#end();
    else {
      const text = chunk.replace(MOVES_BEFORE, '').replace(MOVES_BEHIND, '');
      if (text !== '') this.#texts?.push(text);
    }
    return null;
  }

  #end(): InkFrame | null {
    const frame = this.#texts?.at(-1);
    const printed = this.#texts?.slice(0, -1).join('') ?? '';
    this.#texts = null;
    return frame === undefined ? null : { printed, rows: rowsOf(frame) };
  }
}

function rowsOf(frame: string): string[] {
  const text = frame.endsWith('\n') ? frame.slice(0, -1) : frame;
  return text === '' ? [] : text.split('\n');
}
