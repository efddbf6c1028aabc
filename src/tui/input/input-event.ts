/** What came from the keyboard. A chord is a key with its modifiers in the order ctrl, alt, shift: `ctrl+a`, `alt+enter`. */
export type InputEvent =
  | { type: 'text'; text: string }
  | { type: 'key'; chord: string }
  | { type: 'paste'; text: string };
