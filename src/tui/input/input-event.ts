/** What came from the keyboard. A chord is a key with its modifiers in the order ctrl, alt, shift: `ctrl+a`, `alt+enter`. */
export type InputEvent =
  | { type: 'text'; text: string }
  | { type: 'key'; chord: string }
  | { type: 'paste'; text: string };

/** The terminal's answer to where its cursor is. The column counts from 0. */
export interface CursorReport {
  type: 'cursor';
  column: number;
}

/** Whatever is read from a terminal. */
export type TerminalEvent = InputEvent | CursorReport;
