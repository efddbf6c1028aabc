import { cleanText } from './clean-text.ts';

export interface TextCleaner {
  /** Text that is safe to draw; what might be the beginning of an escape sequence is held back. */
  push(chunk: string): string;
  /** The rest. */
  end(): string;
}

/** How much of an unfinished sequence is held back before it is cleaned as it stands. */
const MAX_HELD_CHARS = 4096;
// The last introducer when its sequence has not ended, or a carriage return that a line feed may follow.
const UNFINISHED =
  /(?:[\u001b\u0090\u0098\u009b\u009d-\u009f][^\u001b\u0090\u0098\u009b-\u009f\u0007\n]*|\r)$/;

/** cleanText for text that arrives in pieces: a sequence split between two chunks is still removed. */
export function createTextCleaner(): TextCleaner {
  let held = '';
  return {
    push(chunk) {
      const text = held + chunk;
      const unfinished = UNFINISHED.exec(text.slice(-MAX_HELD_CHARS))?.[0] ?? '';
      held = isComplete(unfinished) ? '' : unfinished;
      return cleanText(held === '' ? text : text.slice(0, -held.length));
    },
    end() {
      const rest = cleanText(held);
      held = '';
      return rest;
    },
  };
}

/** A control sequence (CSI) that has its final byte needs no holding back, nor does text behind it. */
function isComplete(sequence: string): boolean {
  return (
    sequence === '' ||
    /^(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]/.test(sequence) ||
    /^\u001b[ -/]*[0-OQ-WYZ\\`-~]/.test(sequence)
  );
}
