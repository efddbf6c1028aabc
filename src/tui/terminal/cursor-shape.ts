/** How the cursor looks: `usual` as the user has it. */
export type CursorShape = 'usual' | 'block' | 'bar';

// DECSCUSR: https://invisible-island.net/xterm/ctlseqs/ctlseqs.html
const PARAMETERS: Readonly<Record<CursorShape, number>> = { usual: 0, block: 2, bar: 6 };

export function shapeSequence(shape: CursorShape): string {
  return `\u001b[${PARAMETERS[shape]} q`;
}
