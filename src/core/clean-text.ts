// CSI, OSC and the other string sequences (DCS, SOS, PM, APC) with their 7- and 8-bit introducers, then lone escapes.
const ESCAPE_SEQUENCES =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c|$)?|\u001b[ -/]*[0-~]?/gu;
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;
// Bidirectional overrides and isolates, zero-width characters except the joiners that emoji and scripts need, and tag characters.
const INVISIBLE_MARKS =
  /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** Text from outside, safe to draw: no escape sequences, control characters, bidi or zero-width marks. Keeps `\n` and `\t`. */
export function cleanText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(ESCAPE_SEQUENCES, '')
    .replace(CONTROL_CHARACTERS, '')
    .replace(INVISIBLE_MARKS, '');
}

/** As cleanText, and on one line: line breaks and runs of blanks become one blank. */
export function cleanLine(text: string): string {
  return cleanText(text).replace(/\s+/g, ' ').trim();
}
