import type { Background } from '../../../core/ports/terminal.ts';

/** What came from the keyboard. A chord is a key with its modifiers in the order ctrl, alt, shift: `ctrl+a`, `alt+enter`. */
export type InputEvent =
  | { type: 'text'; text: string }
  | { type: 'key'; chord: string }
  | { type: 'paste'; text: string };

/** The terminal's answer to where its cursor is, from 0. */
export interface CursorReport {
  type: 'cursor';
  row: number;
  column: number;
}

/** Its answer to what size it has. */
export interface SizeReport {
  type: 'size';
  columns: number;
  rows: number;
}

/** The terminal's window came to the front, or went to the back. */
export interface FocusReport {
  type: 'focus';
  focused: boolean;
}

/** Its answer to which background it has. */
export interface BackgroundReport {
  type: 'background';
  background: Background;
}

/** Whatever is read from a terminal. */
export type StdinEvent = InputEvent | CursorReport | SizeReport | FocusReport | BackgroundReport;

/** Whether a person did it; the rest is what the terminal says of itself. */
export function isFromKeyboard(event: StdinEvent): event is InputEvent {
  return event.type === 'text' || event.type === 'key' || event.type === 'paste';
}
