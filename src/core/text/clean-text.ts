const LINE_BREAKS = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/gu;
// CSI, OSC and the other string sequences (DCS, SOS, PM, APC) with their 7- and 8-bit introducers, then lone escapes.
// A string sequence ends at its line, so that one without an end does not swallow the rest of a text.
const ESCAPE_SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/gu;
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;
// Bidirectional marks, zero-width characters, fillers and tags. Joiners and variation selectors stay where they shape an
// emoji or a letter of a script that needs them, or may do so because they begin a text; nowhere else.
const INVISIBLE_MARKS =
  /(?![\u200c-\u200d]|[\ufe0e-\ufe0f])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]|(?<!^|[^\u0000-\u02ff\p{Default_Ignorable_Code_Point}]\ufe0f?)(?:[\u200c-\u200d]|[\ufe0e-\ufe0f])/gu;

/** Text from outside, safe to draw: no escape sequences, control characters, bidi or zero-width marks. Keeps `\n` and `\t`. */
export function cleanText(text: string): string {
  return text
    .replace(LINE_BREAKS, '\n')
    .replace(ESCAPE_SEQUENCES, '')
    .replace(CONTROL_CHARACTERS, '')
    .replace(INVISIBLE_MARKS, '');
}

/** As cleanText, and on one line: line breaks and runs of blanks become one blank. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}

interface TextCleaner {
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
