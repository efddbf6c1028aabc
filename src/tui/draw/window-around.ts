/** At most `height` of the rows, so that the one at `index` is among them. */
export function windowAround<T>(rows: readonly T[], index: number, height: number): T[] {
  const start = Math.max(0, Math.min(index - Math.floor(height / 2), rows.length - height));
  return rows.slice(start, start + Math.max(0, height));
}

/** The same where one of the rows says how many are left out, if some are and there is room for it. */
export function listWindow<T>(
  rows: readonly T[],
  index: number,
  height: number,
): { shown: T[]; left: number } {
  if (rows.length <= height || height < 2) return { shown: windowAround(rows, index, height), left: 0 };
  const shown = windowAround(rows, index, height - 1);
  return { shown, left: rows.length - shown.length };
}
