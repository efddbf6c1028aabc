const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
/** The longest a timer of Node can wait. */
const MAX_MS = 2 ** 31 - 1;

/** Reads `90`, `90s`, `1.5m`, `500ms` or `2h` as milliseconds; a bare number is seconds. null for anything else. */
export function parseDuration(text: string): number | null {
  const [, amount, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  if (amount === undefined) return null;
  const ms = Math.round(Number(amount) * (UNIT_MS[unit] ?? 1000));
  return ms > 0 && ms <= MAX_MS ? ms : null;
}
