/** At most `height` of the rows, so that the one at `index` is among them. */
export function windowAround<T>(rows: readonly T[], index: number, height: number): T[] {
  const start = Math.max(0, Math.min(index - Math.floor(height / 2), rows.length - height));
  return rows.slice(start, start + Math.max(0, height));
}
