/** A number of tokens: `950`, `18k`, `1.2M`. */
export function formatTokens(count: number): string {
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${Math.round(count / 1000)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}
