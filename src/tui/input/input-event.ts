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

/** The terminal's window came to the front, or went to the back. */
export interface FocusReport {
  type: 'focus';
  focused: boolean;
}

/** Whatever is read from a terminal. */
export type TerminalEvent = InputEvent | CursorReport | FocusReport;

/** Whether a person did it; the rest is what the terminal says of itself. */
export function isFromKeyboard(event: TerminalEvent): event is InputEvent {
  return event.type === 'text' || event.type === 'key' || event.type === 'paste';
}
