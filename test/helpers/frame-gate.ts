const BEGIN = '\u001b[?2026h';
const END = '\u001b[?2026l';

/** Passes on what a program writes, but a frame (mode 2026) only when it is whole, as terminals show it. */
export interface FrameGate {
  write(text: string): void;
  /** Passes on the beginning of a frame, too. */
  flush(): void;
}

export function createFrameGate(show: (text: string) => void): FrameGate {
  let held = '';
  const pass = (length: number): void => {
    const text = held.slice(0, length);
    held = held.slice(length);
    if (text !== '') show(text);
  };
  return {
    write(text) {
      held += text;
      pass(wholeLength(held));
    },
    flush: () => pass(held.length),
  };
}

/** How much of the text there is before a frame, or what may become the mark of one, that has only begun. */
function wholeLength(text: string): number {
  const begin = text.lastIndexOf(BEGIN);
  if (begin > text.lastIndexOf(END)) return begin;
  const escape = text.lastIndexOf('\u001b');
  return escape !== -1 && BEGIN.startsWith(text.slice(escape)) ? escape : text.length;
}
