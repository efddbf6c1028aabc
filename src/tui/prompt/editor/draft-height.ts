/** How many rows of the draft are in sight in a terminal of this many; the last row of the terminal is never drawn into. */
export function draftHeight(terminalRows: number): number {
  return Math.max(1, Math.floor(Math.max(1, terminalRows - 1) / 3));
}
