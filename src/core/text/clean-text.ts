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
