/** What stands before the first row of the draft. */
const PROMPT_COLUMNS = 2;

/** How many columns of a terminal the draft may use; the terminal's last one stays free, so that no row wraps. */
export function editorColumns(columns: number): number {
  return Math.max(1, columns - 1 - PROMPT_COLUMNS);
}
