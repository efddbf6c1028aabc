const UNIT_MS: Readonly<Record<string, number>> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 };
/** `7m12.5s`, behind the words that most have for it. */
const IN_WORDS = /(?:try again|retry) (?:in|after) ((?:[\d.]+ ?(?:ms|h|m|s) ?)+)/i;
/** Google has it in the body alone. */
const IN_GOOGLE = /"retryDelay":\s*"([\d.]+)s"/;

/** How long a provider wants to be left alone, in milliseconds: by its headers, else by what it says; null where it says nothing. */
export function readRetryAfter(headers: Readonly<Record<string, string>>, said: string): number | null {
  return inHeaders(headers) ?? inBody(said);
}

function inHeaders(headers: Readonly<Record<string, string>>): number | null {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(exact)) return Math.max(0, exact);
  const value = headers['retry-after'];
  if (value === undefined) return null;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}

function inBody(said: string): number | null {
  const seconds = IN_GOOGLE.exec(said)?.[1];
  if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000);
  const words = IN_WORDS.exec(said)?.[1];
  if (words === undefined) return null;
  const parts = [...words.matchAll(/([\d.]+) ?(ms|h|m|s)/gi)];
  const sum = parts.reduce(
    (ms, [, number, unit = '']) => ms + Number(number) * (UNIT_MS[unit.toLowerCase()] ?? 0),
    0,
  );
  return Number.isFinite(sum) ? Math.ceil(sum) : null;
}
