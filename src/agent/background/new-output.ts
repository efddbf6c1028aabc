/** By as much of its end the output that was seen is found again in one whose beginning was dropped. */
const ANCHOR_CHARS = 400;

/**
 * What was written since the last look. The client keeps only the end of a long output, so what was seen may have moved;
 * where it cannot be found any more, all that is kept is new.
 */
export function newOutput(seen: string, now: string): { text: string; isBroken: boolean } {
  if (now.startsWith(seen)) return { text: now.slice(seen.length), isBroken: false };
  const anchor = seen.slice(-ANCHOR_CHARS);
  const at = now.indexOf(anchor);
  if (at < 0) return { text: now, isBroken: true };
  return { text: now.slice(at + anchor.length), isBroken: false };
}
